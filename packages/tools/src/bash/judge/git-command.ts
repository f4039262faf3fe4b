import { loadedShell } from '../settings/shell.ts';

/** A command of git, without the options of git itself; undefined words aren't known. */
export type Words = readonly (string | undefined)[];

export interface GitCommand {
  /** Undefined: there is none, or it isn't known. */
  readonly command: string | undefined;
  readonly rest: Words;
  /** What the line itself sets: `NAME=VALUE`, a name whose value comes from elsewhere, or undefined. */
  readonly settings: Words;
  /** It may be an alias that the line gives from elsewhere: from a file or a variable. */
  readonly mayBeAlias: boolean;
}

const GIT = /(?:^|\/)git(?:-[\w-]+)?$/u;

/** Aliases of other aliases, at most. */
const MAX_ALIASES = 10;

/** @param words a command with its name: a program that isn't known may be git. Undefined: it is another */
export function gitCommand([name, ...words]: Words): GitCommand | undefined {
  if (name !== undefined && !GIT.test(name)) return undefined;
  const own = /(?:^|\/)git-([\w-]+)$/u.exec(name ?? '')?.[1];
  if (own === undefined) return withoutOptions(words, new Map(), MAX_ALIASES);
  return { command: own, rest: words, settings: [], mayBeAlias: false };
}

/** Undefined: the line gives one whose text isn't known. */
type Aliases = ReadonlyMap<string, string | undefined>;

/** An alias that the line itself gives is what it says. */
function withoutOptions(words: Words, outer: Aliases, depth: number): GitCommand {
  const { settings, next } = settingsOf(words);
  const aliases = new Map(outer);
  for (const setting of settings) {
    const [, alias, text] = /^alias\.([^=]+)(?:=([^]*))?$/iu.exec(setting ?? '') ?? [];
    if (alias !== undefined) aliases.set(alias.toLowerCase(), text);
  }
  const [command, ...rest] = words.slice(next);
  const isElsewhere = settings.some((one) => one === undefined || /^include(?:if)?\./iu.test(one));
  const name = command?.toLowerCase() ?? '';
  const isGitCommand = command !== undefined && loadedShell().isGitCommand(name);
  const mayBeAlias = !isGitCommand && (isElsewhere || (aliases.has(name) && aliases.get(name) === undefined));
  const alias = isGitCommand ? undefined : aliases.get(name);
  if (alias === undefined || depth === 0) return { command, rest, settings, mayBeAlias };
  const given = alias
    .trim()
    .split(/\s+/u)
    .map((word) => word.replaceAll(/["'\\]/gu, ''));
  const inner = withoutOptions([...given, ...rest], aliases, depth - 1);
  return {
    ...inner,
    settings: [...settings, ...inner.settings],
    mayBeAlias: mayBeAlias || inner.mayBeAlias,
  };
}

/** What the options of git itself set: `NAME=VALUE`, a name whose value comes from elsewhere, or undefined. */
function settingsOf(words: Words): { readonly settings: Words; readonly next: number } {
  const settings: (string | undefined)[] = [];
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 1) {
    const option = words[at] ?? '';
    const [, joined] = /^--config-env=(.*)$/su.exec(option) ?? [];
    if (joined !== undefined) settings.push(nameOf(joined));
    if (
      !/^-[cC]$|^--(?:git-dir|work-tree|namespace|exec-path|super-prefix|config-env|attr-source)$/u.test(
        option,
      )
    )
      continue;
    at += 1;
    const value = words[at];
    if (option === '-c') settings.push(value);
    else if (option === '--config-env') settings.push(value === undefined ? undefined : nameOf(value));
  }
  return { settings, next: at };
}

function nameOf(setting: string): string {
  return setting.replace(/=[^=]*$/u, '');
}

/** A command of git, without the options of git itself; undefined words aren't known. */
export type Words = readonly (string | undefined)[];

export interface GitCommand {
  /** Undefined: there is none, or it isn't known. */
  readonly command: string | undefined;
  readonly rest: Words;
  /** The line itself says where remotes are. */
  readonly isConfigured: boolean;
}

const GIT = /(?:^|\/)git(?:-[\w-]+)?$/u;

const REMOTES = /^(?:remote|url|branch|push)\./iu;

/** @param words a command with its name: a program that isn't known may be git. Undefined: it is another */
export function gitCommand([name, ...words]: Words): GitCommand | undefined {
  if (name !== undefined && !GIT.test(name)) return undefined;
  const own = /(?:^|\/)git-([\w-]+)$/u.exec(name ?? '')?.[1];
  return own === undefined ? withoutOptions(words) : { command: own, rest: words, isConfigured: false };
}

/** An alias that the line itself gives is what it says. */
function withoutOptions(words: Words): GitCommand {
  const aliases = new Map<string, string>();
  let isConfigured = false;
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 1) {
    const option = words[at] ?? '';
    if (option.startsWith('--config-env='))
      isConfigured ||= REMOTES.test(option.slice('--config-env='.length));
    if (!/^-[cC]$|^--(?:git-dir|work-tree|namespace|exec-path|config-env)$/u.test(option)) continue;
    at += 1;
    const value = words[at];
    if (option === '-c' || option === '--config-env')
      isConfigured ||= value === undefined || REMOTES.test(value);
    const [, alias, text] = /^alias\.([^=]+)=([^]*)$/iu.exec(value ?? '') ?? [];
    if (option === '-c' && alias !== undefined && text !== undefined) aliases.set(alias, text);
  }
  const [command, ...rest] = words.slice(at);
  const alias = command === undefined ? undefined : aliases.get(command);
  if (alias === undefined) return { command, rest, isConfigured };
  const [first, ...others] = alias.trim().split(/\s+/u);
  return { command: first, rest: [...others, ...rest], isConfigured };
}

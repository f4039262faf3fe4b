import { textOf, type Item } from '../item/item.ts';
import { commandOf, UNKNOWN_COMMAND } from './command-options.ts';
import type { Inner } from './running.ts';
import type { GivenTexts } from './running-shell.ts';

/** `.shell rm x`, and `.once |rm x`, `.import '|rm x' t`, with the names cut short or not. */
const DOT_COMMANDS: readonly RegExp[] = [
  /^\.\s*(?:sh(?:e(?:ll?)?)?|sy(?:s(?:t(?:em?)?)?)?)\s+(\S.*)$/u,
  /^\.\s*(?:ou|on|im|re|ex|w)[a-z]*\s(?:.*?\s)?(?:'\|([^']*)|"\|([^"]*)|\|(.*))/u,
];

/** `\! rm x`, `\o |rm x`, `\copy t from program 'rm x'`. */
const BACKSLASH_COMMANDS: readonly RegExp[] = [
  /\\!\s*(\S.*)$/u,
  /\\(?:o|out|g|gx|w|write)\s*(?:'\|([^']*)|\|(.*))/u,
  /\bprogram\s+'((?:[^']|'')*)'/iu,
];

/** `\! rm x`, `system rm x`, `pager rm x`. */
const CLIENT_COMMANDS: readonly RegExp[] = [/\\!\s*(\S.*)$/u, /^\s*(?:system|pager|\\P)\s+(\S.*)$/iu];

const ROWS: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['sqlite3', DOT_COMMANDS],
  ['duckdb', DOT_COMMANDS],
  ['psql', BACKSLASH_COMMANDS],
  ['mysql', CLIENT_COMMANDS],
  ['mariadb', CLIENT_COMMANDS],
]);

/** `edit(x, 'rm x')` of sqlite3; the name may be quoted. */
const EDIT = /(?<![\w.])["'`[]?edit["'`\]]?\s*\(/giu;

/** What the text for a database's program runs, in its words and on its input. */
export function sqlCommands(
  name: string,
  items: readonly Item[],
  { input, substituted }: GivenTexts,
): readonly Inner[] {
  const patterns = ROWS.get(name);
  if (patterns === undefined) return [];
  const words = items.slice(1).flatMap((item) => textOf(item) ?? item.approximation ?? []);
  const texts = [...words, ...[input, substituted].flatMap((one) => one?.text ?? [])];
  const found = texts.flatMap((text) =>
    text.split('\n').flatMap((line) => patterns.flatMap((pattern) => commandIn(pattern, line))),
  );
  const edited = patterns === DOT_COMMANDS ? texts.flatMap(editors) : [];
  return [...found, ...edited].filter((one) => one.kind !== 'script' || one.text.trim() !== '');
}

function commandIn(pattern: RegExp, line: string): readonly Inner[] {
  const text = pattern
    .exec(line)
    ?.slice(1)
    .find((group) => group !== undefined);
  return text === undefined ? [] : [commandOf(text)];
}

/** The second argument of each call of `edit`; one that is not plain text may be any command. */
function editors(text: string): readonly Inner[] {
  const bare = text.replaceAll(/\/\*[^]*?\*\/|--[^\n]*/gu, ' ');
  return [text, bare].flatMap((one) =>
    [...one.matchAll(EDIT)].flatMap(({ index, 0: { length } }): readonly Inner[] => {
      const second = secondArgument(one.slice(index + length));
      if (second === undefined) return [];
      const [, quote, command] = /^(['"])((?:(?!\1)[^]|\1\1)*)\1$/u.exec(second) ?? [];
      return [
        command === undefined
          ? UNKNOWN_COMMAND
          : commandOf(command.replaceAll(`${quote}${quote}`, quote ?? '')),
      ];
    }),
  );
}

function secondArgument(text: string): string | undefined {
  let depth = 0;
  let start: number | undefined;
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|[(),]/gu)) {
    if (token === '(') depth += 1;
    else if (token === ')' && depth > 0) depth -= 1;
    else if (token === ')' || (token === ',' && depth === 0)) {
      if (start !== undefined) return text.slice(start, index).trim();
      if (token === ')') return undefined;
      start = index + 1;
    }
  }
  return start === undefined ? undefined : text.slice(start).trim();
}

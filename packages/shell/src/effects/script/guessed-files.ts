import type { CommandAnalysis } from '../analysis.ts';

const ASSIGNMENT = /(?:^|[\s;&|("'])([A-Za-z_]\w*)=(?:"([^"$`]*)"|'([^']*)'|([^\s;&|"'$`()]*))/gu;

/**
 * Files that a line may run without saying so plainly: what a variable such as `BASH_ENV` names, a program that is found
 * by a search path of the line, and, where it runs what it is not known to run, whatever its words name. Relative to
 * where the line begins; they need not exist.
 */
export function guessedFiles(
  { source: whole, commands }: CommandAnalysis,
  isOpen: boolean,
): readonly string[] {
  const source = whole.slice(0, MAX_SOURCE);
  const assigned = [...source.matchAll(ASSIGNMENT)].map(([, name = '', ...values]) => ({
    name,
    value: values.find((one) => one !== undefined) ?? '',
  }));
  const directories = assigned.flatMap(({ name, value }) => (name === 'PATH' ? value.split(':') : []));
  const programs = commands.flatMap(({ unwrapped: [program] }) =>
    program === undefined || program.includes('/') ? [] : [program],
  );
  return [
    ...assigned.flatMap(({ name, value }) => (name !== 'PATH' && /[./]/u.test(value) ? pathsIn(value) : [])),
    ...directories.flatMap((directory) => programs.map((program) => `${directory || '.'}/${program}`)),
    ...(isOpen ? [...wordsOf(commands), ...wordsIn(source)] : []),
  ];
}

/** What stands further behind is not looked at: no line of this length is understood. */
const MAX_SOURCE = 20_000;

/** `NODE_OPTIONS='--require=./x.js -r ./y.js'` */
function pathsIn(value: string): readonly string[] {
  const parts = value.split(/[\s=,:]+/u).filter((part) => /[./]/u.test(part));
  return [...new Set([value, ...parts])];
}

/** More words of a line are not compared. */
const MAX_WORDS = 100;

/** Every word that may name a file, wherever it stands: in quotes, in a loop, behind `$PWD`, in a command substitution. */
function wordsIn(source: string): readonly string[] {
  const words = source
    .replaceAll(/["'\\]/gu, '')
    .matchAll(
      /(?:\$PWD|\$\{PWD\}|~\+|\$\(pwd\)|`pwd`)(?:\/[\w./@%+,-]*)?|(?<![\w$])[\w./@%+,][\w./@%+,-]*/gu,
    );
  return [...words].slice(0, MAX_WORDS).map(([word]) => word);
}

function wordsOf(commands: CommandAnalysis['commands']): readonly string[] {
  return commands
    .filter(({ isNested }) => !isNested)
    .flatMap(({ argv: [, ...words] }) => words)
    .filter((word) => word !== undefined)
    .filter((word) => !word.startsWith('-') && !/[\s{}*=]/u.test(word));
}

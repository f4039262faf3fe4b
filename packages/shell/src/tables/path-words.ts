import type { FileTouch } from './file-touch.ts';
import type { Arguments, Row } from './row.ts';

const MAX_PATH = 4_096;

/** Of a program that no table knows, each word that looks like a path: `tool a/b --file=.env -fa/b @a/b`. */
export function pathWords(argv: Arguments, start = 1): readonly FileTouch[] {
  return argv.flatMap((word, argument): readonly FileTouch[] => {
    if (argument < start || typeof word !== 'string') return [];
    const [, value = word] = /^(?:--?[\w-]+=|-\w(?=[^-])|@)(.+)$/su.exec(word) ?? [];
    return readIfPath(value, argument);
  });
}

/** What says that a value comes from a file: `@x`, `name=@x`, `name:=@x`, `name@x`, `file://x`, `fileb://x`. */
const FROM_FILE = /^(?:[\w.[\]-]+:?=)?(?:[\w.[\]-]*@|fileb?:\/\/)([^]+)$/u;

/** The same of a program with a row, for values of options that the row doesn't list: `--env-file=.env`, `-f .env`. */
export function unlistedPaths(row: Row, argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, argument): readonly FileTouch[] => {
    if (argument === 0 || typeof word !== 'string' || !/^-[^-]|^--./su.test(word)) return [];
    const [, name = word, value] = /^(--?[\w-]+)=(.+)$/su.exec(word) ?? [];
    if (isListed(row, name)) return [];
    if (value !== undefined) return readIfPath(value, argument);
    const next = argv[argument + 1];
    return [
      ...(/^-\w[^-]/su.test(word) ? readIfPath(word.slice(2), argument) : []),
      ...(typeof next === 'string' ? readIfPath(next, argument + 1) : []),
    ];
  });
}

/** As it is, as an abbreviation, or as letters the first of which takes the rest. */
function isListed({ options, syntax }: Row, name: string): boolean {
  const isShort = !name.startsWith('--') && syntax !== 'words';
  return options.some(({ names }) =>
    names.some(
      (one) =>
        one === name ||
        (syntax === 'gnu' && name.length > 3 && name.startsWith('--') && one.startsWith(name)) ||
        (isShort && one.length === 2 && name.startsWith(one)),
    ),
  );
}

function readIfPath(path: string, argument: number): readonly FileTouch[] {
  if (path.length > MAX_PATH) return [];
  const [, named] = FROM_FILE.exec(path) ?? [];
  return [...plainPath(path, argument), ...(named === undefined ? [] : plainPath(named, argument))];
}

function plainPath(path: string, argument: number): readonly FileTouch[] {
  const isPath = /[./]/u.test(path) && !/\s|^-|^[./]*$|^\w+(?:=|:\/\/)/u.test(path);
  return isPath ? [{ access: 'read', path, isTree: false, argument }] : [];
}

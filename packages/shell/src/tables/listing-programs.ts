import { isText, namesSome } from './names-some.ts';
import { flags, row, values, type ParsedArguments } from './row.ts';

/** A program that lists what it finds below directories. */
export interface ListingProgram {
  readonly row: ReturnType<typeof row>;
  readonly lists: (parsed: ParsedArguments) => boolean;
  /** Whether the first operand is what it searches for. */
  readonly hasPattern: (parsed: ParsedArguments) => boolean;
  /** Whether it lists only certain files, given the pattern. */
  readonly isNarrow: (parsed: ParsedArguments, pattern: string | undefined) => boolean;
}

export const hasAny = ({ given }: ParsedArguments, ...names: readonly string[]): boolean =>
  names.some((name) => given.has(name));

const searching = (name: string, isRecursive: (parsed: ParsedArguments) => boolean): ListingProgram => ({
  row: row({
    name,
    options: [
      flags(
        '-l/--files-with-matches -L/--files-without-match --files -r/--recursive -R/--dereference-recursive',
      ),
      values('-e/--regexp -f/--file -g/--glob --iglob -m/--max-count -A -B -C -d -D -t/--type -T/--type-not'),
      values('--include --exclude --exclude-dir -j/--threads --max-depth --ignore-file -E/--encoding'),
    ],
  }),
  lists: (parsed) => hasAny(parsed, '--files') || (hasAny(parsed, '-l', '-L') && isRecursive(parsed)),
  hasPattern: (parsed) => !hasAny(parsed, '-e', '-f', '--files'),
  isNarrow: (parsed, pattern) =>
    hasAny(parsed, '-g', '--iglob', '-t', '--include') ||
    (!hasAny(parsed, '-L', '--files') && (isText(pattern) || hasAny(parsed, '-e', '-f'))),
});

const fd: ListingProgram = {
  row: row({
    name: 'fd',
    options: [
      values('-d/--max-depth --min-depth --exact-depth -E/--exclude -t/--type -e/--extension -S/--size'),
      values('--changed-within --changed-before -o/--owner --format --ignore-file -c/--color -j/--threads'),
      values('--max-results -C/--base-directory --search-path --path-separator --and --batch-size'),
      flags('-g/--glob'),
    ],
  }),
  lists: () => true,
  hasPattern: () => true,
  isNarrow: (parsed, pattern = '') =>
    hasAny(parsed, '-e') ||
    (isText(pattern) && (hasAny(parsed, '-g') ? namesSome(pattern) : /^(?:[\w^$-]|\\?\.)+$/u.test(pattern))),
};

const always: Pick<ListingProgram, 'hasPattern' | 'isNarrow'> = {
  hasPattern: () => false,
  isNarrow: () => false,
};

/** Programs that list what they find below directories, by name. */
export const listingPrograms: ReadonlyMap<string, ListingProgram> = new Map([
  ['fd', fd],
  ['fdfind', fd],
  ...['rg', 'ag', 'ack'].map((name) => [name, searching(name, () => true)] as const),
  ...['grep', 'egrep', 'fgrep', 'ggrep'].map(
    (name) => [name, searching(name, (parsed) => hasAny(parsed, '-r', '-R'))] as const,
  ),
  [
    'tree',
    {
      ...always,
      row: row({ name: 'tree', options: [flags('-f -i'), values('-L -P -I -o --filelimit')] }),
      lists: (parsed) => hasAny(parsed, '-f'),
    },
  ],
  [
    'du',
    {
      ...always,
      row: row({
        name: 'du',
        options: [flags('-a/--all'), values('-d/--max-depth --exclude -t/--threshold')],
      }),
      lists: () => true,
    },
  ],
]);

import type { ParsedArguments } from '../row.ts';
import { optionals } from '../row.ts';
import { inThenOut, reads, readsAfterFirst, writes, writesWith } from './operands.ts';
import { filledDirectory, anyFile, implied, route, type Route } from './route.ts';

/** Text programs that write if an option or a second operand is given. */
export const textRoutes: readonly (readonly [string, Route])[] = [
  ...route('sort', {
    values:
      '-k/--key -t/--field-separator -S/--buffer-size -T/--temporary-directory --batch-size --compress-program --parallel --sort',
    reads: '--files0-from --random-source',
    writes: '-o/--output',
    operands: reads,
  }),
  ...route('shuf', {
    flags: '-e/--echo',
    values: '-n/--head-count -i/--input-range',
    reads: '--random-source',
    writes: '-o/--output',
    operands: (parsed) => (parsed.given.has('-e') ? [] : reads(parsed)),
  }),
  ...route('uniq', {
    values: '-f/--skip-fields -s/--skip-chars -w/--check-chars',
    operands: inThenOut,
  }),
  ...route('xxd', {
    values:
      '-c/-cols/--cols -g/-groupsize/--groupsize -l/-len/--len -n/-name/--name -o -R -s/-seek/-skip/--skip',
    syntax: 'words',
    operands: inThenOut,
  }),
  ...route('iconv', { values: '-f/--from-code -t/--to-code', writes: '-o/--output', operands: reads }),
  ...route('split', {
    flags: '-d -x',
    values:
      '-a/--suffix-length -b/--bytes -C/--line-bytes -l/--lines -n/--number -t/--separator --additional-suffix --filter',
    lists: [optionals('--numeric-suffixes --hex-suffixes')],
    operands: ({ positionals }) => [['read', positionals.slice(0, 1)]],
    more: (parsed) => (parsed.given.has('--filter') ? [] : splitPieces(parsed)),
  }),
  ...route('csplit', {
    values: '-b/--suffix-format -f/--prefix -n/--digits',
    operands: ({ positionals }) => [['read', positionals.slice(0, 1)]],
    more: ({ given, positionals: [input] }) => {
      if (input === undefined) return [];
      // A format may make any name of a number.
      if (given.has('-b')) return [{ access: 'write', path: undefined, isTree: true, argument: input.index }];
      const width = Number(given.get('-n')?.at(-1) ?? 2);
      const prefix = given.get('-f')?.at(-1) ?? 'xx';
      return Array.from({ length: PIECES }, (_, piece) =>
        implied('write', `${prefix}${String(piece).padStart(width, '0')}`, input),
      );
    },
  }),
  ...route('tee sponge', { values: '--output-error', operands: writes }),
  ...route('column', {
    values:
      '-c -d/--table-noheadings -l -n -N -o/--output-separator -s/--separator -R -H -O -T -W -E -p -r -i',
    operands: reads,
  }),
  ...route('recode', { operands: writes }),
  ...route('dos2unix unix2dos mac2unix unix2mac', {
    flags: '-n/--newfile',
    operands: (parsed) => (parsed.given.has('-n') ? pairwise(parsed) : writes(parsed)),
  }),
  ...route('indent', {
    writes: '-o',
    operands: (parsed) => (parsed.given.has('-o') ? reads(parsed) : writes(parsed)),
  }),
  ...route('m4', {
    values: '-D/--define -U/--undefine -I/--include -B -S -T -L/--nesting-limit -l/--arglength -t/--trace',
    reads: '-R/--reload-state',
    writes: '-F/--freeze-state -o/--error-output --debugfile',
    operands: reads,
  }),
  ...route('jq', {
    values: '--indent',
    reads: '-f/--from-file',
    operands: (parsed) => (parsed.given.has('-f') ? reads(parsed) : readsAfterFirst(parsed)),
    // A module is read from wherever its program says.
    more: ({ positionals: [program] }) =>
      program !== undefined && /(?<![.\w$"])(?:import|include)\b/u.test(program.value ?? '')
        ? [anyFile(program.index)]
        : [],
  }),
  ...route('yq', {
    flags: '-i/--inplace/--in-place/-Y/--yaml-output',
    values: '-o/--output-format -p/--input-format -I',
    operands: writesWith('-i'),
  }),
  ...route('look', { operands: readsAfterFirst }),
  ...route('less more most bat batcat view pg', {
    values: '-P -p -t -T -x -y -z -# -b -h -j -l/--language --theme --style',
    reads: '-k',
    writes: '-o/-O/--log-file/--LOG-FILE',
    operands: reads,
  }),
  ...route('tree', {
    values: '-L -P -I --filelimit --charset --timefmt --sort',
    reads: '--infofile --gitfile',
    writes: '-o',
    syntax: 'separate',
  }),
  ...route('patch', {
    values:
      '-p/--strip -D/--ifdef -F/--fuzz -B/--prefix -Y/--basename-prefix -z/--suffix -V/--version-control -g/--get',
    reads: '-i/--input',
    writes: '-o/--output -r/--reject-file',
    operands: ({ positionals: [file, patch], given }) => [
      [given.has('-o') ? 'read' : 'write', file === undefined ? [] : [file]],
      ['read', patch === undefined ? [] : [patch]],
    ],
    more: patchBackups,
  }),
];

/** What was there is kept under another name: the prefix or suffix may lead to another directory, of names that the patch tells. */
function patchBackups({ given, positionals: [file] }: ParsedArguments): ReturnType<typeof implied>[] {
  const place = file ?? { index: 1 };
  const name = file?.value ?? '';
  const slash = name.lastIndexOf('/') + 1;
  const kept = (options: string, nameOf: (value: string) => string): ReturnType<typeof implied>[] =>
    (given.get(options) ?? []).flatMap((value) => {
      if (value === undefined) return [implied('write', undefined, place)];
      const path = nameOf(value);
      const own = name === '' ? [] : [implied('write', path, place)];
      const directory = path.slice(0, path.lastIndexOf('/') + 1);
      if (!value.includes('/')) return own;
      return [
        ...own,
        ...filledDirectory({ value: directory, index: place.index }),
        { ...implied('write', directory, place), isTree: true },
      ];
    });
  const end = given.get('-z')?.at(-1) ?? '';
  return [
    ...kept('-B', (value) => value + name),
    ...kept('-Y', (value) => name.slice(0, slash) + value + name.slice(slash)),
    ...(end.includes('/') ? [implied('write', undefined, place)] : kept('-z', (value) => name + value)),
  ];
}

/** Numbers and letters of the first pieces; more pieces are not followed. */
const PIECES = 100;

function splitPieces({ given, positionals: [input, prefix] }: ParsedArguments): ReturnType<typeof implied>[] {
  const place = prefix ?? input;
  if (place === undefined) return [];
  // The second of several words that a pattern becomes is the prefix.
  if (input?.isOne === false || (prefix !== undefined && prefix.value === undefined))
    return [implied('write', undefined, place)];
  const start = prefix?.value ?? 'x';
  const end = given.get('--additional-suffix')?.at(-1) ?? '';
  const width = Number(given.get('-a')?.at(-1) ?? 2);
  const isNumbered = ['-d', '--numeric-suffixes', '-x', '--hex-suffixes'].some((name) => given.has(name));
  const radix = given.has('-x') || given.has('--hex-suffixes') ? 16 : 10;
  return Array.from({ length: PIECES }, (_, piece) => {
    const suffix = isNumbered ? piece.toString(radix).padStart(width, '0') : letters(piece, width);
    return implied('write', `${start}${suffix}${end}`, place);
  });
}

function letters(piece: number, width: number): string {
  let text = '';
  for (let rest = piece; text.length < width; rest = Math.floor(rest / 26))
    text = String.fromCodePoint(97 + (rest % 26)) + text;
  return text;
}

function pairwise({ positionals }: ParsedArguments) {
  return [
    ['read', positionals.filter((_, index) => index % 2 === 0)],
    ['write', positionals.filter((_, index) => index % 2 === 1)],
  ] as const;
}

import type { FileTouch } from '../file-command.ts';
import { optionals, type ParsedArguments } from '../row.ts';
import { implied, route, type Route } from './route.ts';

/** Endings that a program adds, and those that it takes away, with what comes in their place. */
interface Endings {
  readonly added: string;
  readonly taken: Readonly<Record<string, string>>;
}

const GZIP: Endings = {
  added: '.gz',
  taken: { '.gz': '', '-gz': '', '.z': '', '-z': '', '.Z': '', _z: '', '.tgz': '.tar', '.taz': '.tar' },
};
const XZ: Endings = {
  added: '.xz',
  taken: { '.xz': '', '.lzma': '', '.txz': '.tar', '.tlz': '.tar', '.lz': '' },
};
const BZIP2: Endings = {
  added: '.bz2',
  taken: { '.bz2': '', '.bz': '', '.tbz2': '.tar', '.tbz': '.tar' },
};
const ZSTD: Endings = { added: '.zst', taken: { '.zst': '', '.tzst': '.tar' } };
const LZ4: Endings = { added: '.lz4', taken: { '.lz4': '' } };
const COMPRESS: Endings = { added: '.Z', taken: { '.Z': '' } };

/** Programs that put a compressed file in the place of a plain one, or the other way round. */
export const compressionRoutes: readonly (readonly [string, Route])[] = [
  ...compressor('gzip pigz', 'compress', GZIP, 'replaces'),
  ...compressor('gunzip unpigz', 'expand', GZIP, 'replaces'),
  ...compressor('xz lzma pixz', 'compress', XZ, 'replaces'),
  ...compressor('unxz unlzma', 'expand', XZ, 'replaces'),
  ...compressor('bzip2 lbzip2 pbzip2', 'compress', BZIP2, 'replaces'),
  ...compressor('bunzip2', 'expand', BZIP2, 'replaces'),
  ...compressor('zstd zstdmt pzstd', 'compress', ZSTD, 'keeps'),
  ...compressor('unzstd', 'expand', ZSTD, 'keeps'),
  ...compressor('lz4', 'compress', LZ4, 'keeps'),
  ...compressor('unlz4', 'expand', LZ4, 'keeps'),
  ...compressor('compress', 'compress', COMPRESS, 'replaces'),
  ...compressor('uncompress', 'expand', COMPRESS, 'replaces'),
  ...route('zcat gzcat xzcat bzcat zstdcat lzcat lz4cat zless xzless bzless zstdless zmore xzmore bzmore', {
    operands: ({ positionals }) => [['read', positionals]],
  }),
];

function compressor(
  names: string,
  direction: 'compress' | 'expand',
  endings: Endings,
  original: 'replaces' | 'keeps',
): readonly (readonly [string, Route])[] {
  return route(names, {
    flags:
      '-c/--stdout/--to-stdout -d/--decompress/--uncompress -k/--keep -l/--list -t/--test --rm -z/--compress -r/--recursive',
    values: `-S/--suffix --filelist ${original === 'replaces' ? '-b/--bits -p/--processes --block-size -M/--memlimit' : '-D'}`,
    writes: '-o',
    lists: [optionals('-T/--threads --files --files0 --filelist')],
    operands: (parsed) => [
      [isWritten(parsed, original) ? 'write' : 'read', parsed.positionals, parsed.given.has('-r')],
      // Deny rules for reading hold for what is written too.
      ...(isWritten(parsed, original) ? [['read', parsed.positionals] as const] : []),
    ],
    more: (parsed) => (isPrinted(parsed) ? [] : results(parsed, direction, endings)),
  });
}

function isPrinted({ given, sequence }: ParsedArguments): boolean {
  // Of several modes, most of these programs go by the last.
  const mode = sequence.findLast((name) => MODES.has(name));
  return given.has('-c') || given.has('-o') || mode === '-l' || mode === '-t';
}

const MODES = new Set(['-d', '-z', '-l', '-t']);

function isWritten(parsed: ParsedArguments, original: 'replaces' | 'keeps'): boolean {
  const { given } = parsed;
  if (original === 'keeps') return given.has('--rm') && !isPrinted(parsed);
  return !isPrinted(parsed) && !given.has('-k');
}

function results(
  { given, positionals }: ParsedArguments,
  direction: 'compress' | 'expand',
  { added, taken }: Endings,
): readonly FileTouch[] {
  const isExpanding = (direction === 'expand' || given.has('-d')) && !given.has('-z');
  const suffix = given.get('-S')?.at(-1);
  return positionals.flatMap((one) => {
    const { value } = one;
    if (value === undefined || value === '-') return [];
    if (!isExpanding) return [implied('write', `${value}${suffix ?? added}`, one)];
    const own = suffix === undefined ? {} : { [suffix]: '' };
    const found = Object.entries({ ...taken, ...own }).find(([ending]) => value.endsWith(ending));
    // Without the ending, the program adds it to find its input.
    if (found === undefined) return [implied('write', value, one), implied('write', `${value}${added}`, one)];
    return [implied('write', `${value.slice(0, -found[0].length)}${found[1]}`, one)];
  });
}

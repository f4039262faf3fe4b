import { posix } from 'node:path';
import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import { optionals, type Arguments, type ParsedArguments } from '../row.ts';
import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import { anyFile, filledBy, implied, removedByList, route, type Route } from './route.ts';
import { wholeTree } from './unpacked.ts';

/** Suffixes that a program adds, and those that it removes, with their replacements. */
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
const LZIP: Endings = { added: '.lz', taken: { '.lz': '', '.tlz': '.tar' } };
const LZOP: Endings = { added: '.lzo', taken: { '.lzo': '', '.tzo': '.tar' } };
const BROTLI: Endings = { added: '.br', taken: { '.br': '' } };
const LRZIP: Endings = { added: '.lrz', taken: { '.lrz': '' } };
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
  ...compressor('lz4', 'compress', LZ4, 'keeps').map(withOutputOperand),
  ...compressor('unlz4', 'expand', LZ4, 'keeps').map(withOutputOperand),
  ...compressor('lzip plzip clzip pdlzip', 'compress', LZIP, 'replaces'),
  ...compressor('lzop', 'compress', LZOP, 'keeps', '-U/--delete/--unlink'),
  ...compressor('brotli', 'compress', BROTLI, 'keeps', '-j/--rm'),
  ...compressor('unbrotli', 'expand', BROTLI, 'keeps', '-j/--rm'),
  ...compressor('lrzip', 'compress', LRZIP, 'keeps', '-D/--delete'),
  ...compressor('lrunzip', 'expand', LRZIP, 'keeps', '-D/--delete'),
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
  /** With which a program that keeps its input removes it. */
  removing = '--rm',
): readonly (readonly [string, Route])[] {
  const kept = removing === '--rm' ? '-D' : '';
  const isWritten = (parsed: ParsedArguments): boolean =>
    !isPrinted(parsed) &&
    (original === 'replaces' ? !parsed.given.has('-k') : parsed.given.has(removing.split('/')[0] ?? ''));
  return route(names, {
    flags: `-c/--stdout/--to-stdout -d/--decompress/--uncompress -k/--keep -l/--list -t/--test -z/--compress -r/--recursive -N/--name -n/--no-name ${removing}`,
    values:
      `-S/--suffix --filelist --output-dir-flat --output-dir-mirror ${original === 'replaces' ? '-b/--bits -p/--processes --block-size -M/--memlimit' : kept}`.trim(),
    writes: '-o --trace',
    lists: [optionals('-T/--threads --files --files0 --filelist')],
    operands: (parsed) => [
      [isWritten(parsed) ? 'write' : 'read', parsed.positionals, parsed.given.has('-r')],
      // Deny rules for reading hold for what is written too.
      ...(isWritten(parsed) ? [['read', parsed.positionals] as const] : []),
    ],
    more: (parsed, argv) => [
      ...(isPrinted(parsed) ? [] : results(parsed, direction, endings)),
      ...filledBy(parsed, '--output-dir-flat', '--output-dir-mirror'),
      ...namedInList(argv, isWritten(parsed)),
      ...(isWritten(parsed) && parsed.given.has('-r')
        ? touchPositionals(parsed.positionals, argv, 'write', true).map(throughout)
        : []),
    ],
  });
}

/** `xz --files=LIST`, `zstd --filelist LIST`: the list itself may be any file, too, whose lines an error message shows. */
function namedInList(argv: Arguments, isWritten: boolean): readonly FileTouch[] {
  const at = argv.findIndex((word) => /^--file(?:s0?|list)(?:=|$)/u.test(knownWord(word) ?? ''));
  if (at === -1) return [];
  const [, own] = /=([^]*)$/u.exec(knownWord(argv[at]) ?? '') ?? [];
  const list: FileTouch = { access: 'read', path: own ?? argv[at + 1], isTree: false, argument: at };
  return [list, anyFile(at), ...(isWritten ? [removedByList(at)] : [])];
}

const throughout = (touch: FileTouch): FileTouch => ({ ...touch, reachesAll: true });

function isPrinted({ given, sequence }: ParsedArguments): boolean {
  // Of several modes, most of these programs go by the last.
  const mode = sequence.findLast((name) => MODES.has(name));
  return given.has('-c') || given.has('-o') || mode === '-l' || mode === '-t';
}

const MODES = new Set(['-d', '-z', '-l', '-t']);

/** `lz4 IN OUT`. With several inputs (`-m`) it may be one of them. */
function withOutputOperand([name, { row, touches }]: readonly [string, Route]): readonly [string, Route] {
  return [
    name,
    {
      row,
      touches: (parsed, argv) => [
        ...touches(parsed, argv),
        ...touchPositionals(parsed.positionals.slice(1, 2), argv, 'write'),
      ],
    },
  ];
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
    // The archive may say how its content is called.
    const inArchive = given.has('-N') ? [wholeTree(posix.dirname(value), one.index)] : [];
    return [implied('write', `${value.slice(0, -found[0].length)}${found[1]}`, one), ...inArchive];
  });
}

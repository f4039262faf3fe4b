import type { FileTouch } from '../file-touch.ts';
import type { Arguments, ParsedArguments, Positional } from '../row.ts';
import { row } from '../row.ts';
import { tar } from './tar.ts';
import { withoutZipBundles } from './zip-words.ts';
import { isPattern, placeOf, unpacked, wholeTree } from './unpacked.ts';
import { anyFile, filledDirectory, implied, removedByList, route, type Route } from './route.ts';

/** Archives: the archive itself, the files that go into one, and the members that are named when one is unpacked. */
export const archiveRoutes: readonly (readonly [string, Route])[] = [
  ...['tar', 'gtar', 'bsdtar'].map((name): [string, Route] => [name, tar(name)]),
  ...route('zip', {
    flags: '-r/--recurse-paths -m/--move -d/--delete -@/--names-stdin',
    values:
      '-b/--temp-path -i -x -n/--suffixes -t/--from-date --before-date -P/--password -s/--split-size -Z/--compression-method --unzip-command --dot-size',
    writes: '-O/--output-file --logfile-path',
    rewrite: withoutZipBundles,
    operands: (parsed) => [
      ['write', parsed.positionals.slice(0, 1)],
      [parsed.given.has('-m') ? 'remove' : 'read', filesOf(parsed), parsed.given.has('-r')],
    ],
    more: ({ given, positionals: [archive] }) => [
      ...(given.get('-b') ?? []).flatMap((value) => filledDirectory({ value, index: 1 })),
      ...(given.has('-@') ? [given.has('-m') ? removedByList(1) : anyFile(1)] : []),
      ...(archive?.value === undefined ? [] : [implied('write', `${archive.value}.zip`, archive)]),
    ],
  }),
  ...route('unzip', {
    flags: '-l -t -p -c -v -z -Z -j',
    values: '-d -x -P',
    operands: ({ positionals }) => [['read', positionals.slice(0, 1)]],
    more: (parsed) => {
      const isPrinted = ['-l', '-t', '-p', '-c', '-v', '-z', '-Z'].some((name) => parsed.given.has(name));
      const [archive] = parsed.positionals;
      const found = suffixes(archive, ['.zip', '.ZIP']);
      if (isPrinted) return found;
      const members = parsed.positionals.slice(1);
      const keepsNames = !parsed.given.has('-j');
      return archive === undefined
        ? found
        : [
            ...found,
            ...unpacked(archive, members, placeOf(parsed, '-d'), { keepsNames, mayBeDirectories: false }),
          ];
    },
  }),
  ...route('7z 7za 7zr 7zz', {
    flags: '-sdel -so',
    syntax: 'words',
    operands: ({ given, positionals: [key, archive, ...files] }) => {
      const isAdding = /^[aud]$/u.test(key?.value ?? '');
      return [
        [isAdding ? 'write' : 'read', archive === undefined ? [] : [archive]],
        [given.has('-sdel') ? 'remove' : 'read', isUnpacking7z(key) ? [] : files, true],
      ];
    },
    more: ({ given, positionals: [key, archive, ...files] }, argv) => {
      if (!isUnpacking7z(key) || archive === undefined || given.has('-so')) return [];
      return unpacked(archive, files, directoryOf7z(argv), { keepsNames: key?.value === 'x' });
    },
  }),
  ...route('rar unrar', {
    flags: '-df -dr -dw',
    syntax: 'words',
    operands: ({ given, positionals: [key, archive, ...files] }) => {
      const isReading = /^(?:[ltpvxe]|l[tb]|v[tb])/u.test(key?.value ?? '');
      const isTaken =
        (key?.value ?? '').startsWith('m') || ['-df', '-dr', '-dw'].some((name) => given.has(name));
      return [
        [isReading ? 'read' : 'write', archive === undefined ? [] : [archive]],
        [isTaken ? 'remove' : 'read', /^[xe]/u.test(key?.value ?? '') ? [] : files, isTaken],
      ];
    },
    more: ({ positionals: [key, archive, ...files] }) => {
      if (!/^[xe]/u.test(key?.value ?? '') || archive === undefined) return [];
      const last = files.at(-1);
      // A word that is not known may be the directory.
      if (last !== undefined && last.value === undefined) return [wholeTree(undefined, archive.index)];
      const isInto = last?.value?.endsWith('/') === true;
      const members = isInto ? files.slice(0, -1) : files;
      const keepsNames = key?.value?.startsWith('x') === true;
      return unpacked(archive, members, isInto ? last.value : '.', { keepsNames });
    },
  }),
  ...['ar', 'llvm-ar', 'gcc-ar', 'bsdar'].map((name): [string, Route] => [name, ar(name)]),
  ...route('cpio bsdcpio', {
    flags: '-i/--extract -o/--create -p/--pass-through -t/--list --to-stdout --only-verify-crc',
    values: '-H/--format -R/--owner -C/--io-size -D/--directory -M/--message --block-size --rsh-command',
    reads: '-E/--pattern-file -I',
    writes: '-F/--file -O',
    more: (parsed) => {
      const { given, positionals } = parsed;
      const [first] = positionals;
      const directory = placeOf(parsed, '-D');
      // What they pack is named on standard input.
      if (given.has('-o') && !given.has('-i')) return [anyFile(1)];
      if (given.has('-p'))
        return first === undefined ? [] : [anyFile(first.index), wholeTree(first.value, first.index)];
      const isShown = ['-t', '--to-stdout', '--only-verify-crc'].some((name) => given.has(name));
      if (!given.has('-i') || isShown) return [];
      const isNamed = positionals.length > 0 && !positionals.some(isPattern) && !given.has('-E');
      return isNamed
        ? unpacked({ index: 1 }, positionals, directory, { mayBeDirectories: false })
        : [wholeTree(directory, first?.index ?? 1)];
    },
  }),
  ...route('pax', {
    flags: '-r -w',
    values: '-x -o -s -b',
    reads: '-f',
    operands: ({ given, positionals }) => [
      ['read', given.has('-w') ? positionals.slice(0, given.has('-r') ? -1 : undefined) : [], true],
    ],
    more: ({ given, positionals, fileValues }) => {
      const last = positionals.at(-1);
      if (given.has('-w')) {
        const archives = given.has('-r') ? [] : fileValues.filter(({ option }) => option === '-f');
        const isListed = positionals.length <= (given.has('-r') ? 1 : 0);
        return [
          ...(isListed ? [anyFile(1)] : []),
          ...archives.map(({ value, index }) => ({ ...wholeTree(value, index), isTree: false })),
          ...(given.has('-r') && last !== undefined ? [wholeTree(last.value, last.index)] : []),
        ];
      }
      return given.has('-r')
        ? unpacked({ index: 1 }, positionals, '.', { keepsNames: !given.has('-s') })
        : [];
    },
  }),
  ...route('jar fastjar', {
    flags: '-c/--create -x/--extract -t/--list -u/--update',
    values: '-C/--dir -e/--main-class',
    lists: [{ names: '-f/--file', kind: 'file', valueCount: 1, accepts: undefined }],
    operands: () => [],
    more: jarTouches,
  }),
  ...route('dpkg dpkg-deb', {
    flags:
      '-x/--extract -X/--vextract -R/--raw-extract -e/--control -b/--build -c/--contents -I/--info -f/--field',
    operands: ({ positionals: [archive] }) => [['read', archive === undefined ? [] : [archive]]],
    more: ({ given, positionals: [archive, target] }) => {
      const isUnpacking = ['-x', '-X', '-R', '-e'].some((name) => given.has(name));
      const isBuilding = given.has('-b');
      if (archive === undefined || (!isUnpacking && !isBuilding)) return [];
      const directory = given.has('-e') && target === undefined ? 'DEBIAN' : target?.value;
      return [wholeTree(target === undefined ? (directory ?? '.') : target.value, (target ?? archive).index)];
    },
  }),
  ...unpackers('unar', '-o/--output-directory -e/--encoding -p/--password'),
  ...unpackers('bsdunzip', '-d -x -P'),
  ...unpackers('cabextract', '-d/--directory -F/--filter -e/--encoding', '-l/--list -t/--test -p/--pipe'),
  ...unpackers('unsquashfs', '-d/-dest', '-l -ll -lls -s/-stat -cat'),
  ...unpackers('msiextract', '-C/--directory', '-l/--list'),
  ...unpackers('innoextract', '-d/--output-dir', '-l/--list -t/--test'),
  ...unpackers('uudecode', '-o/--output-file'),
  ...unpackers(
    'lha lzh unlha arj unarj zoo unzoo unace gcab unshield munpack ripmime aunpack atool dtrx unp ouch patool unlzx ' +
      'xar star dar asar',
    '-C/--directory -X/--extract-to -d',
    '-l/--list -t',
  ),
];

function isUnpacking7z(key: Positional | undefined): boolean {
  return /^[xe]$/u.test(key?.value ?? '');
}

/** Where `-oDIR` says. */
function directoryOf7z(argv: Arguments): string | undefined {
  const word = argv.findLast(
    (one) => (typeof one === 'string' ? one : one?.prefix)?.startsWith('-o') === true,
  );
  if (word === undefined) return '.';
  return typeof word === 'string' ? word.slice(2) : undefined;
}

/** Programs that write an archive's contents, without a word for each file. */
function unpackers(names: string, directories: string, shows = '-l'): readonly (readonly [string, Route])[] {
  const [directory = ''] = directories.split(/[ /]/u);
  const listing = shows.split(' ').map((one) => one.split('/')[0] ?? '');
  return route(names, {
    flags: shows,
    values: directories,
    syntax: names === 'unsquashfs' ? 'words' : 'gnu',
    operands: ({ positionals }) => [['read', positionals]],
    more: ({ given, positionals: [first] }) =>
      first === undefined ||
      /^(?:[lvt]|list|test|cat|info)$/u.test(first.value ?? '') ||
      listing.some((one) => given.has(one))
        ? []
        : [
            wholeTree(
              (given.get(directory) ?? []).length === 0 ? '.' : given.get(directory)?.at(-1),
              first.index,
            ),
          ],
  });
}

/** The key may start with a dash, and other options may come first: `ar --output=d -x a.a`. */
function ar(name: string): Route {
  const found = route(name, {
    values: '--output --plugin --target',
    operands: ({ positionals: [key, archive, ...files] }) => {
      const isUnpacking = key?.value?.includes('x') === true;
      const isWritten = /[rqdms]/u.test(key?.value ?? '') && !isUnpacking;
      return [
        [isWritten ? 'write' : 'read', archive === undefined ? [] : [archive]],
        ['read', isUnpacking ? [] : files],
      ];
    },
    more: (parsed) => {
      const [key, archive, ...files] = parsed.positionals;
      return key?.value?.includes('x') === true && archive !== undefined
        ? unpacked(archive, files, placeOf(parsed, '--output'), { mayBeDirectories: false })
        : [];
    },
  })[0]?.[1] ?? { row: row({ name }), touches: () => [] };
  return { ...found, row: found.row.but({ rewrite: withoutDash }) };
}

function withoutDash(argv: Arguments): Arguments {
  const at = argv.findIndex((word) => typeof word === 'string' && /^-[A-Za-z]/u.test(word));
  return argv.map((word, index) =>
    index === at && typeof word === 'string' ? word.replace(/^-/u, '') : word,
  );
}

/** `jar xf a.jar`, `jar -xf a.jar`, `jar --extract --file a.jar`. */
function jarTouches(parsed: ParsedArguments): readonly FileTouch[] {
  const { given, positionals, fileValues } = parsed;
  const [key] = positionals;
  const hasLetters = !['-c', '-x', '-t', '-u'].some((name) => given.has(name));
  const letters = hasLetters ? (key?.value ?? '') : '';
  const rest = hasLetters ? positionals.slice(1) : positionals;
  const named = fileValues.find(({ option }) => option === '-f');
  const archive = named ?? (letters.includes('f') ? rest[0] : undefined);
  const files = named === undefined && letters.includes('f') ? rest.slice(1) : rest;
  const isReading = letters.includes('t') || given.has('-t');
  const isUnpacking = letters.includes('x') || given.has('-x');
  const place = (
    access: FileTouch['access'],
    { value, index }: { value: string | undefined; index: number },
  ) => ({ access, path: value, isTree: false, argument: index }) as const;
  const itself = archive === undefined ? [] : [place(isReading || isUnpacking ? 'read' : 'write', archive)];
  if (isReading) return itself;
  if (!isUnpacking) return [...itself, ...files.map((one) => ({ ...place('read', one), isTree: true }))];
  return [...itself, ...unpacked(archive ?? { index: 1 }, files, placeOf(parsed, '-C'))];
}

function filesOf({ positionals }: ParsedArguments): readonly Positional[] {
  return positionals.slice(1);
}

/** unzip looks for `a.zip` where `a` is not an archive. */
function suffixes(archive: Positional | undefined, names: readonly string[]): readonly FileTouch[] {
  if (archive?.value === undefined) return [];
  return names.map((suffix) => implied('read', `${archive.value}${suffix}`, archive));
}

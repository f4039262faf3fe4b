import type { FileTouch } from '../file-command.ts';
import type { Arguments, ParsedArguments, Positional } from '../row.ts';
import { row } from '../row.ts';
import { placesOf, within } from './tar-places.ts';
import { anyFile, implied, listedFiles, removedByList, route, type Route } from './route.ts';

/** Archives: the archive itself, the files that go into one, and the members that are named when one is unpacked. */
export const archiveRoutes: readonly (readonly [string, Route])[] = [
  ...['tar', 'gtar', 'bsdtar'].map((name): [string, Route] => [name, tar(name)]),
  ...route('zip', {
    flags: '-r/--recurse-paths -m/--move -d/--delete -@/--names-stdin',
    values: '-b -i -x -n -t -tt -P',
    writes: '-O/--output-file',
    operands: (parsed) => [
      ['write', parsed.positionals.slice(0, 1)],
      [parsed.given.has('-m') ? 'remove' : 'read', filesOf(parsed), parsed.given.has('-r')],
    ],
    more: ({ given, positionals: [archive] }) => [
      ...(given.has('-@') ? [given.has('-m') ? removedByList(1) : anyFile(1)] : []),
      ...(archive?.value === undefined ? [] : [implied('write', `${archive.value}.zip`, archive)]),
    ],
  }),
  ...route('unzip', {
    flags: '-l -t -p -c -v -z -Z',
    values: '-d -x -P',
    operands: ({ positionals }) => [['read', positionals.slice(0, 1)]],
    more: (parsed) => {
      const isPrinted = ['-l', '-t', '-p', '-c', '-v', '-z', '-Z'].some((name) => parsed.given.has(name));
      const [archive] = parsed.positionals;
      const found = suffixes(archive, ['.zip', '.ZIP']);
      if (isPrinted) return found;
      const directory = parsed.given.get('-d')?.at(-1);
      return archive === undefined
        ? found
        : [...found, ...unpacked(archive, parsed.positionals.slice(1), directory)];
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
      const directory = argv.find((word) => typeof word === 'string' && /^-o./u.test(word));
      return unpacked(archive, files, typeof directory === 'string' ? directory.slice(2) : undefined);
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
      const directory = last?.value?.endsWith('/') === true ? last.value : undefined;
      return unpacked(archive, directory === undefined ? files : files.slice(0, -1), directory);
    },
  }),
  ...['ar', 'llvm-ar', 'gcc-ar', 'bsdar'].map((name): [string, Route] => [name, ar(name)]),
  ...route('cpio bsdcpio', {
    flags: '-i/--extract -o/--create -p/--pass-through -t/--list --to-stdout --only-verify-crc',
    values: '-H/--format -R/--owner -C/--io-size -D/--directory -M/--message --block-size --rsh-command',
    reads: '-E/--pattern-file -I',
    writes: '-F/--file -O',
    more: ({ given, positionals }) => {
      const [first] = positionals;
      const directory = given.get('-D')?.at(-1);
      // What they pack is named on standard input.
      if (given.has('-o') && !given.has('-i')) return [anyFile(1)];
      if (given.has('-p'))
        return first === undefined ? [] : [anyFile(first.index), wholeTree(first.value, first.index)];
      const isShown = ['-t', '--to-stdout', '--only-verify-crc'].some((name) => given.has(name));
      if (!given.has('-i') || isShown) return [];
      const isNamed = positionals.length > 0 && !positionals.some(isPattern) && !given.has('-E');
      return isNamed
        ? positionals.flatMap((one) => member(one, directory))
        : [wholeTree(directory ?? '.', first?.index ?? 1)];
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
      return given.has('-r') ? unpacked({ index: 1 }, positionals, undefined) : [];
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

/** An archive's contents may be written anywhere below a directory. */
function wholeTree(path: string | undefined, argument: number): FileTouch {
  return { access: 'write', path, isTree: true, argument };
}

/** The members that are named, or all. */
function unpacked(
  archive: { readonly index: number },
  members: readonly Positional[],
  directory: string | undefined,
): readonly FileTouch[] {
  return members.length === 0 || members.some(isPattern)
    ? [wholeTree(directory ?? '.', archive.index)]
    : members.flatMap((one) => member(one, directory));
}

function isPattern({ value }: Positional): boolean {
  return value === undefined || /[*?[\\]/u.test(value);
}

function isUnpacking7z(key: Positional | undefined): boolean {
  return /^[xe]$/u.test(key?.value ?? '');
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
        : [wholeTree(given.get(directory)?.at(-1) ?? '.', first.index)],
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
    more: ({ given, positionals: [key, archive, ...files] }) =>
      key?.value?.includes('x') === true && archive !== undefined
        ? unpacked(archive, files, given.get('--output')?.at(-1))
        : [],
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
function jarTouches({ given, positionals, fileValues }: ParsedArguments): readonly FileTouch[] {
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
  return [...itself, ...unpacked(archive ?? { index: 1 }, files, given.get('-C')?.at(-1))];
}

function filesOf({ positionals }: ParsedArguments): readonly Positional[] {
  return positionals.slice(1);
}

/** unzip looks for `a.zip` where `a` is no archive. */
function suffixes(archive: Positional | undefined, names: readonly string[]): readonly FileTouch[] {
  if (archive?.value === undefined) return [];
  return names.map((suffix) => implied('read', `${archive.value}${suffix}`, archive));
}

function member({ value, index }: Positional, directory: string | undefined): readonly FileTouch[] {
  if (value === undefined) return [];
  return [{ access: 'write', path: within(directory, value), isTree: false, argument: index }];
}

const VALUES = 'CfTXIKNVbgF';

/** Letters of tar that stand before the first operand without a dash become options. */
function tar(name: string): Route {
  const inner = route(name, {
    flags:
      '-c/--create -x/--extract/--get -t/--list -r/--append -u/--update -A/--catenate/--concatenate --delete -O/--to-stdout --remove-files',
    values:
      '-C/--directory -b/--blocking-factor -F/--info-script -H/--format -I/--use-compress-program -K/--starting-file ' +
      '-L/--tape-length -N/--newer -V/--label --exclude --transform --strip-components --owner --group --mode --mtime ' +
      '--to-command --checkpoint-action --rsh-command --suffix --one-top-level',
    reads: '-T/--files-from -X/--exclude-from --index-file',
    lists: [{ names: '-f/--file -g/--listed-incremental', kind: 'file', valueCount: 1, accepts: undefined }],
  })[0]?.[1];
  const own = inner?.row ?? row({ name });
  return {
    row: own.but({ rewrite: withDash }),
    touches: (parsed, argv) => tarTouches(parsed, argv),
  };
}

/** `tar cfC a.tar dir x` is `tar -c -f a.tar -C dir x`: values of bundled letters follow in their order. */
function withDash(argv: Arguments): Arguments {
  const [name, letters, ...rest] = argv;
  if (typeof letters !== 'string' || !/^[A-Za-z]+$/u.test(letters)) return argv;
  const words: Arguments[number][] = [name];
  const values = [...rest];
  for (const letter of letters) {
    words.push(`-${letter}`);
    if (VALUES.includes(letter) && values.length > 0) words.push(values.shift());
  }
  return [...words, ...values];
}

function tarTouches(parsed: ParsedArguments, argv: Arguments): readonly FileTouch[] {
  const { given, positionals, fileValues } = parsed;
  const isUnpacking = given.has('-x');
  const isListing = given.has('-t');
  const isChanging = ['-c', '-r', '-u', '-A', '--delete'].some((name) => given.has(name));
  const directories = given.get('-C') ?? [];
  const places = placesOf(directories);
  const directory = places.at(-1);
  const files = fileValues.map(({ option, value, index }): FileTouch => {
    const isWritten = option === '-g' || option === '--index-file' || (option === '-f' && isChanging);
    return {
      access: isWritten ? 'write' : 'read',
      path: value ?? argv[index],
      isTree: false,
      argument: index,
    };
  });
  if (isListing || given.has('--delete')) return files;
  if (isUnpacking) {
    if (given.has('-O')) return files;
    return [...files, ...unpacked(fileValues[0] ?? { index: 1 }, positionals, directory)];
  }
  const access = given.has('--remove-files') ? 'remove' : 'read';
  const packed = positionals.flatMap(({ value, index }): readonly FileTouch[] => {
    if (value === undefined) return [{ access, path: argv[index], isTree: true, argument: index }];
    // Each -C may stand before or after it.
    const paths = new Set(
      places.map((place) =>
        place === undefined && !value.startsWith('/') ? undefined : within(place, value),
      ),
    );
    return [...paths.add(value)].map((path) => {
      if (path !== undefined) return { access, path, isTree: true, argument: index };
      return access === 'remove' ? removedByList(index) : anyFile(index);
    });
  });
  const listed = listedFiles(parsed, '-T');
  const removed = access === 'remove' ? listed.map(({ argument }) => removedByList(argument)) : [];
  return [...files, ...packed, ...listed, ...removed];
}

import type { FileTouch } from '../file-command.ts';
import type { Arguments, ParsedArguments, Positional } from '../row.ts';
import { row } from '../row.ts';
import { firstIsWritten } from './operands.ts';
import { implied, route, type Route } from './route.ts';

/** Archives: the archive itself, the files that go into one, and the members that are named when one is unpacked. */
export const archiveRoutes: readonly (readonly [string, Route])[] = [
  ...['tar', 'gtar', 'bsdtar'].map((name): [string, Route] => [name, tar(name)]),
  ...route('zip', {
    flags: '-r/--recurse-paths -m/--move -d/--delete',
    values: '-b -i -x -n -t -tt -P',
    writes: '-O/--output-file',
    operands: (parsed) => [
      ['write', parsed.positionals.slice(0, 1)],
      [parsed.given.has('-m') ? 'write' : 'read', filesOf(parsed), parsed.given.has('-r')],
    ],
    more: ({ positionals: [archive] }) =>
      archive?.value === undefined ? [] : [implied('write', `${archive.value}.zip`, archive)],
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
      const members = parsed.positionals.slice(1).flatMap((one) => member(one, directory));
      const isWhole = members.length === 0 && archive !== undefined;
      return isWhole
        ? [...found, { access: 'write', path: directory ?? '.', isTree: true, argument: archive.index }]
        : [...found, ...members];
    },
  }),
  ...route('7z 7za 7zr 7zz', {
    flags: '-sdel',
    syntax: 'words',
    operands: ({ given, positionals: [key, archive, ...files] }) => {
      const isAdding = /^[aud]$/u.test(key?.value ?? '');
      const isUnpacking = /^[xe]$/u.test(key?.value ?? '');
      return [
        [isAdding ? 'write' : 'read', archive === undefined ? [] : [archive]],
        [isUnpacking || given.has('-sdel') ? 'write' : 'read', files],
      ];
    },
  }),
  ...route('rar', {
    flags: '-df -dr -dw',
    syntax: 'words',
    operands: ({ given, positionals: [key, archive, ...files] }) => {
      const isReading = /^(?:[ltpv]|l[tb]|v[tb])/u.test(key?.value ?? '');
      const isTaken =
        /^[mxe]/u.test(key?.value ?? '') || ['-df', '-dr', '-dw'].some((name) => given.has(name));
      return [
        [
          isReading || /^[xe]/u.test(key?.value ?? '') ? 'read' : 'write',
          archive === undefined ? [] : [archive],
        ],
        [isTaken ? 'write' : 'read', files],
      ];
    },
  }),
  ...route('ar', {
    operands: ({ positionals: [key, archive, ...files] }) => {
      const isUnpacking = key?.value?.includes('x') === true;
      return [
        [/[rqdms]/u.test(key?.value ?? '') ? 'write' : 'read', archive === undefined ? [] : [archive]],
        [isUnpacking ? 'write' : 'read', files],
      ];
    },
  }),
  ...route('cpio', {
    values: '-H/--format -R/--owner -C/--io-size -D/--directory -M',
    reads: '-E/--pattern-file -I',
    writes: '-F/--file -O',
  }),
  ...route('pax', {
    flags: '-r -w',
    values: '-x -o -s -b',
    writes: '-f',
    operands: ({ given, positionals }) => [
      [given.has('-r') && !given.has('-w') ? 'write' : 'read', positionals],
    ],
  }),
  ...route('jar', {
    operands: ({ positionals }) => firstIsWritten({ ...NOTHING, positionals: positionals.slice(1) }),
  }),
];

const NOTHING: ParsedArguments = { given: new Map(), sequence: [], positionals: [], fileValues: [] };

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

function within(directory: string | undefined, path: string): string {
  return directory === undefined || path.startsWith('/') ? path : `${directory}/${path}`;
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
    reads: '-T/--files-from -X/--exclude-from',
    lists: [{ names: '-f/--file -g/--listed-incremental', kind: 'file', valueCount: 1, accepts: undefined }],
  })[0]?.[1];
  const own = inner?.row ?? row({ name });
  return {
    row: { ...own, rewrite: withDash },
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
  const directory = directories.every((one) => one !== undefined)
    ? directories.reduce<string | undefined>((all, one) => within(all, one ?? ''), undefined)
    : undefined;
  const files = fileValues.map(({ option, value, index }): FileTouch => {
    const isWritten = option === '-g' || (option === '-f' && isChanging);
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
    const members = positionals.flatMap((one) => member(one, directory));
    const place = fileValues[0]?.index ?? 1;
    return members.length === 0
      ? [...files, { access: 'write', path: directory ?? '.', isTree: true, argument: place }]
      : [...files, ...members];
  }
  const access = given.has('--remove-files') ? 'write' : 'read';
  const packed = positionals.flatMap(({ value, index }): readonly FileTouch[] => {
    if (value === undefined) return [{ access, path: argv[index], isTree: true, argument: index }];
    // Each -C may stand before or after it.
    const paths = directory === undefined ? [value] : [value, within(directory, value)];
    return paths.map((path) => ({ access, path, isTree: true, argument: index }));
  });
  return [...files, ...packed];
}

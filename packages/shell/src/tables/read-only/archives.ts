import { knownWord } from '../known-word.ts';
import type { Arguments, ParsedArguments, Positional, Reading, Row } from '../row.ts';
import { after, anyFiles, anyText, files, flags, row, rows, values } from '../row.ts';
import { withoutVariables } from '../without-variables.ts';

/** `tar tzvf file`: letters without a dash, whose one value is the next word wherever its letter stands. */
function rewriteLetters(argv: Arguments): Arguments {
  const letters = knownWord(argv[1]);
  if (letters === undefined || !/^[tvzjJRf]+$/.test(letters) || !letters.includes('f')) return argv;
  if (letters.indexOf('f') !== letters.lastIndexOf('f')) return argv;
  return [argv[0], `-${letters.replace('f', '')}f`, ...argv.slice(2)];
}

/** gzip looks for `a.gz` and the like if there is no `a`. */
const suffixed = ({ positionals }: ParsedArguments): readonly Reading[] =>
  withSuffixes(
    positionals.filter(({ value }) => value !== '-' && !/[.](?:gz|tgz)$/u.test(value ?? '')),
    ['.gz', '.z', '-gz', '-z', '_z', '.Z'],
  );

/** unzip looks for `a.zip` where `a` is not an archive. */
const zipSuffixed = ({ positionals }: ParsedArguments): readonly Reading[] =>
  withSuffixes(positionals.slice(0, 1), ['.zip', '.ZIP']);

const withSuffixes = (named: readonly Positional[], suffixes: readonly string[]): readonly Reading[] =>
  named
    .filter(({ value }) => value !== undefined)
    .flatMap(({ value }) =>
      suffixes.map((suffix) => ({
        value: `${value}${suffix}`,
        index: -1,
        isRecursive: false,
        access: 'read' as const,
      })),
    );

const unpacking = (names: string, starts: readonly string[]): Row[] =>
  rows(names, {
    starts,
    options: [flags('-f/--force -q/--quiet -v/--verbose -k/--keep --help --version')],
    positionals: anyFiles,
    readings: starts.includes('gzip') ? suffixed : undefined,
    syntax: 'exact',
  });

const packing = (names: string, reading: string, starts: readonly string[]): Row[] =>
  rows(names, {
    starts,
    options: [flags('-v/--verbose -q/--quiet -k/--keep -f/--force -n/--no-name -1 -9')],
    // Each of xz and bzip2 replaces the file after `-t -d`, as after `-d` alone.
    modes: { always: '-c/--stdout/--to-stdout', reading, writing: '-d/--decompress/--uncompress' },
    positionals: anyFiles,
    readings: starts.includes('gzip') ? suffixed : undefined,
    syntax: 'exact',
  });

/** Programs that list the contents of archives and packed files. */
export const archiveRows: readonly Row[] = [
  row({
    name: 'tar',
    // It chooses the unpacking program by an archive's first bytes, whatever the options say.
    starts: 'gzip bzip2 xz zstd compress lzip lzma lzop'.split(' '),
    options: [
      flags('-v/--verbose -z/--gzip/--gunzip/--ungzip -j/--bzip2 -J/--xz --zstd -R/--block-number'),
      flags('--full-time --numeric-owner --utc --wildcards --no-wildcards --ignore-case'),
      files('-f/--file'),
      values('--exclude'),
    ],
    // Absent: everything that runs a program (--to-command, -I, --checkpoint-action, -F, --rsh-command) or writes a
    // file.
    modes: { reading: '-t/--list' },
    requires: [['-f']],
    positionals: anyText,
    syntax: 'exact',
    rewrite: rewriteLetters,
    hardening: withoutVariables('TAR_OPTIONS'),
    // An archive on another machine is fetched by a program.
    inspect: ({ fileValues }) =>
      fileValues.some(({ value }) => value === undefined || value.includes(':'))
        ? 'the archive may be on another machine'
        : undefined,
  }),
  row({
    name: 'unzip',
    options: [flags('-q -qq -C -1 -2 -s -m -h')],
    modes: { reading: '-l -v -Z -Z1 -p -c -t -z' },
    // An archive's name may be a pattern of its own.
    positionals: after(['file'], 'text'),
    readings: zipSuffixed,
    inspect: refusePatterns,
    order: 'strict',
    syntax: 'words',
  }),
  row({
    name: 'zipinfo',
    options: [flags('-1 -2 -s -m -l -v -h -t -T -z')],
    positionals: after(['file'], 'text'),
    readings: zipSuffixed,
    inspect: refusePatterns,
    order: 'strict',
    syntax: 'words',
  }),
  ...packing('gzip gunzip', '-l/--list -t/--test', ['gzip']),
  ...packing('xz unxz', '-l/--list -t/--test', ['xz']),
  ...packing('bzip2 bunzip2', '-t/--test', ['bzip2']),
  ...unpacking('zcat', ['gzip']),
  ...unpacking('bzcat', ['bzip2']),
  ...unpacking('xzcat', ['xz']),
];

function refusePatterns(parsed: { readonly positionals: readonly { readonly value: string | undefined }[] }) {
  const name = parsed.positionals[0]?.value ?? '';
  return /[*?[]/.test(name) ? 'a name that is a pattern' : undefined;
}

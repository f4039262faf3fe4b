import type { ParsedArguments, Row, RowSource } from '../../row.ts';
import { anyFiles, flags, only, optionals, row, rows, unknownFiles, values } from '../../row.ts';

/** With -c, the files that a list names are compared with it. */
const checksum: Omit<RowSource, 'name'> = {
  options: [
    flags('-b/--binary -t/--text --tag -z/--zero -c/--check'),
    flags('-w/--warn --ignore-missing --quiet --status --strict'),
  ],
  positionals: anyFiles,
  readings: ({ given }) => (given.has('-c') ? [unknownFiles('read')] : []),
};

/** Programs that show the bytes of files, encode them or sum them up. */
export const bytesRows: readonly Row[] = [
  row({
    name: 'od',
    options: [
      flags('-a -b -c -d -f -i -l -o -s -x -v/--output-duplicates --traditional'),
      values('-A/--address-radix -j/--skip-bytes -N/--read-bytes -t/--format --endian'),
      optionals('-S/--strings -w/--width'),
    ],
    positionals: anyFiles,
  }),
  row({
    name: 'xxd',
    options: [
      flags('-a -b -C -d -e -E -h -i -p -ps -plain -u -v --help --version'),
      values('-c -g -l -n -o -s'),
    ],
    // A second positional is the output file.
    positionals: only('file'),
    syntax: 'words',
    order: 'strict',
  }),
  ...rows('hexdump hd', {
    options: [
      flags('-b/--one-byte-octal -c/--one-byte-char -C/--canonical -d/--two-bytes-decimal'),
      flags('-o/--two-bytes-octal -x/--two-bytes-hex -v/--no-squeezing'),
      values('-n/--length -s/--skip -e/--format'),
    ],
    positionals: anyFiles,
    syntax: 'exact',
  }),
  row({
    name: 'strings',
    options: [
      flags('-a/--all -f/--print-file-name -o -w/--include-all-whitespace'),
      values('-n/--bytes -t/--radix -e/--encoding -s/--output-separator'),
    ],
    // binutils replace @FILE by the options in FILE.
    positionals: anyFiles,
    inspect: refuseResponseFiles,
    hasNumberOption: true,
    syntax: 'exact',
  }),
  ...rows('base64 base32', {
    // -i has a value elsewhere than in GNU.
    options: [flags('-d/--decode --ignore-garbage'), values('-w/--wrap')],
    positionals: only('file'),
  }),
  ...rows('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum', checksum),
  row({ ...checksum, name: 'b2sum', options: [...(checksum.options ?? []), values('-l/--length')] }),
  row({
    ...checksum,
    name: 'cksum',
    options: [
      ...(checksum.options ?? []),
      values('-a/--algorithm -l/--length'),
      flags('--untagged --raw --base64 --debug'),
    ],
  }),
  row({ name: 'sum', options: [flags('-r -s/--sysv')], positionals: anyFiles }),
];

function refuseResponseFiles({ positionals }: ParsedArguments): string | undefined {
  return positionals.some(({ prefix }) => prefix === '' || prefix.startsWith('@'))
    ? 'a word that starts with @ stands for options'
    : undefined;
}

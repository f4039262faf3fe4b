import type { Row } from '../row.ts';
import {
  anyFiles,
  anyText,
  files,
  flags,
  none,
  only,
  optionals,
  row,
  rows,
  after,
  trees,
  values,
} from '../row.ts';

const checksumOptions = [flags('-b/--binary -t/--text --tag -z/--zero')];

/** Programs that print or transform text. */
export const textRows: readonly Row[] = [
  row({
    name: 'cat',
    options: [
      flags('-A/--show-all -b/--number-nonblank -e -E/--show-ends -n/--number -s/--squeeze-blank -t'),
      flags('-T/--show-tabs -u -v/--show-nonprinting'),
    ],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'tac',
    options: [flags('-b/--before -r/--regex'), values('-s/--separator')],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'rev',
    options: [flags('-V/--version -h/--help')],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'head',
    options: [
      values('-n/--lines -c/--bytes'),
      flags('-q/--quiet/--silent -v/--verbose -z/--zero-terminated'),
    ],
    positionals: anyFiles,
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'tail',
    options: [
      values('-n/--lines -c/--bytes -s/--sleep-interval --pid --max-unchanged-stats'),
      flags('-f -F -q/--quiet/--silent -v/--verbose -z/--zero-terminated --retry'),
      optionals('--follow'),
    ],
    positionals: anyFiles,
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'wc',
    options: [flags('-c/--bytes -m/--chars -l/--lines -w/--words -L/--max-line-length'), values('--total')],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'nl',
    options: [
      values('-b/--body-numbering -d/--section-delimiter -f/--footer-numbering -h/--header-numbering'),
      values('-i/--line-increment -l/--join-blank-lines -n/--number-format -s/--number-separator'),
      values('-v/--starting-line-number -w/--number-width'),
      flags('-p/--no-renumber'),
    ],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'fold',
    options: [flags('-b/--bytes -s/--spaces'), values('-w/--width')],
    positionals: anyFiles,
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'fmt',
    options: [
      flags('-c/--crown-margin -s/--split-only -t/--tagged-paragraph -u/--uniform-spacing'),
      values('-w/--width -g/--goal -p/--prefix'),
    ],
    positionals: anyFiles,
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  ...rows('expand unexpand', {
    options: [flags('-i/--initial -a/--all --first-only'), values('-t/--tabs')],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'cut',
    options: [
      values('-b/--bytes -c/--characters -d/--delimiter -f/--fields --output-delimiter'),
      flags('-n -s/--only-delimited -z/--zero-terminated --complement'),
    ],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'paste',
    options: [values('-d/--delimiters'), flags('-s/--serial -z/--zero-terminated')],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'join',
    options: [
      values('-a -e -1 -2 -j -o -t -v'),
      flags('-i/--ignore-case -z/--zero-terminated --check-order --nocheck-order --header'),
    ],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'comm',
    options: [
      flags('-1 -2 -3 -z/--zero-terminated --check-order --nocheck-order --total'),
      values('--output-delimiter'),
    ],
    positionals: anyFiles,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'tr',
    options: [flags('-c/-C/--complement -d/--delete -s/--squeeze-repeats -t/--truncate-set1')],
    positionals: only('text', 'text'),
    acceptsUnknownWords: true,
  }),
  row({
    name: 'column',
    options: [
      flags('-t/--table -x/--fillrows -e/--table-header-repeat -n -J/--json -L/--keep-empty-lines'),
      values('-s/--separator -o/--output-separator -c/--output-width -N/--table-columns -R/--table-right'),
      values('-H/--table-hide -O/--table-order -T/--table-truncate -W/--table-wrap'),
    ],
    positionals: anyFiles,
    syntax: 'exact',
    acceptsUnknownWords: true,
  }),
  row({
    name: 'sort',
    options: [
      flags('-b/--ignore-leading-blanks -d/--dictionary-order -f/--ignore-case -g/--general-numeric-sort'),
      flags(
        '-i/--ignore-nonprinting -M/--month-sort -h/--human-numeric-sort -n/--numeric-sort -R/--random-sort',
      ),
      flags(
        '-r/--reverse -V/--version-sort -c -C -m/--merge -s/--stable -u/--unique -z/--zero-terminated --debug',
      ),
      values('-k/--key -t/--field-separator -S/--buffer-size --parallel --sort --batch-size'),
      files('--random-source'),
      optionals('--check'),
    ],
    positionals: anyFiles,
  }),
  row({
    name: 'uniq',
    options: [
      flags('-c/--count -d/--repeated -D -i/--ignore-case -u/--unique -z/--zero-terminated'),
      values('-f/--skip-fields -s/--skip-chars -w/--check-chars'),
      optionals('--all-repeated --group'),
    ],
    // A second positional is the output file; a uniq that doesn't permute takes a late option for it.
    positionals: only('file'),
    order: 'strict',
  }),
  row({
    name: 'shuf',
    options: [
      flags('-e/--echo -r/--repeat -z/--zero-terminated'),
      values('-i/--input-range -n/--head-count'),
      files('--random-source'),
    ],
    positionals: (parsed) => (parsed.given.has('-e') ? anyText : only('file')),
  }),
  row({ name: 'tsort', positionals: only('file'), acceptsUnknownWords: true }),
  row({
    name: 'pr',
    options: [
      flags(
        '-a/--across -d/--double-space -f -F/--form-feed -J/--join-lines -m/--merge -r/--no-file-warnings',
      ),
      flags('-t/--omit-header -T/--omit-pagination -v/--show-nonprinting'),
      values('--pages --columns -h/--header -l/--length -o/--indent -w/--width -W/--page-width'),
      optionals('-n/--number-lines -s/--separator'),
    ],
    positionals: anyFiles,
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'diff',
    options: [
      flags(
        '-q/--brief -s/--report-identical-files -c -u -y/--side-by-side -i/--ignore-case -w/--ignore-all-space',
      ),
      flags(
        '-b/--ignore-space-change -B/--ignore-blank-lines -E/--ignore-tab-expansion -a/--text -r/--recursive',
      ),
      flags(
        '-N/--new-file -p/--show-c-function -d/--minimal -t/--expand-tabs -T/--initial-tab -e/--ed -n/--rcs',
      ),
      flags('-Z/--ignore-trailing-space --normal --strip-trailing-cr --suppress-common-lines --left-column'),
      flags('--no-dereference --no-ignore-file-name-case --ignore-file-name-case --speed-large-files'),
      flags('--unidirectional-new-file --suppress-blank-empty'),
      values('-U -C -W/--width -I/--ignore-matching-lines -x/--exclude -F/--show-function-line --label'),
      values(
        '-S/--starting-file --tabsize --horizon-lines --line-format --old-line-format --new-line-format',
      ),
      values('--unchanged-line-format --palette'),
      optionals('--color --unified --context'),
      files('-X/--exclude-from'),
      trees('--from-file --to-file'),
    ],
    // Two directories are compared file by file even without -r.
    positionals: { first: [], rest: 'tree', otherwise: undefined },
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
  row({
    name: 'cmp',
    options: [
      flags('-b/--print-bytes -l/--verbose -s/--quiet/--silent'),
      values('-i/--ignore-initial -n/--bytes'),
    ],
    positionals: after(['file', 'file'], 'text'),
    acceptsUnknownWords: true,
  }),
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
    options: [flags('-a -b -C -d -e -E -h -i -p -ps -plain -u -v'), values('-c -g -l -n -o -s')],
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
  ...rows('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum', {
    // Without -c: it opens every file that the list names.
    options: checksumOptions,
    positionals: anyFiles,
  }),
  row({ name: 'b2sum', options: [...checksumOptions, values('-l/--length')], positionals: anyFiles }),
  row({
    name: 'cksum',
    options: [...checksumOptions, values('-a/--algorithm -l/--length'), flags('--untagged --raw --base64')],
    positionals: anyFiles,
  }),
  row({ name: 'sum', options: [flags('-r -s/--sysv')], positionals: anyFiles }),
  row({
    name: 'seq',
    options: [flags('-w/--equal-width'), values('-f/--format -s/--separator')],
    positionals: { ...none, rest: /^-?[\d.eE+-]+$/ },
    order: 'options-first',
  }),
  row({
    name: 'numfmt',
    options: [
      values('-d/--delimiter --field --format --from --from-unit --to --to-unit --padding --round --suffix'),
      values('--invalid'),
      optionals('--header'),
      flags('-z/--zero-terminated --grouping'),
    ],
    positionals: anyText,
    syntax: 'exact',
  }),
  row({ name: 'expr', positionals: anyText, order: 'options-first' }),
  row({ name: 'factor', positionals: anyText }),
];

function refuseResponseFiles(parsed: {
  readonly positionals: readonly { readonly value: string | undefined }[];
}) {
  return parsed.positionals.some((one) => one.value === undefined || one.value.startsWith('@'))
    ? 'a word that starts with @ stands for options'
    : undefined;
}

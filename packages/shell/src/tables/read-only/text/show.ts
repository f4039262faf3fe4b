import type { Row } from '../../row.ts';
import { anyFiles, files, flags, only, optionals, row, rows, unknownFiles, values } from '../../row.ts';

/** Programs that print text, whole or in part, or lay it out. */
export const showRows: readonly Row[] = [
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
    options: [
      flags('-c/--bytes -m/--chars -l/--lines -w/--words -L/--max-line-length'),
      values('--total'),
      files('--files0-from'),
    ],
    positionals: anyFiles,
    readings: ({ given }) => (given.has('--files0-from') ? [unknownFiles('read')] : []),
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
    name: 'tr',
    options: [flags('-c/-C/--complement -d/--delete -s/--squeeze-repeats -t/--truncate-set1')],
    positionals: only('text', 'text'),
    acceptsUnknownWords: true,
  }),
  row({
    name: 'column',
    // Absent: -n, a flag in one version and a name in the next.
    options: [
      flags('-t/--table -x/--fillrows -e/--table-header-repeat -J/--json -L/--keep-empty-lines'),
      values('-s/--separator -o/--output-separator -c/--output-width -N/--table-columns -R/--table-right'),
      values('-H/--table-hide -O/--table-order -T/--table-truncate -W/--table-wrap'),
    ],
    positionals: anyFiles,
    syntax: 'exact',
    acceptsUnknownWords: true,
  }),
  row({
    name: 'pr',
    options: [
      flags(
        '-a/--across -d/--double-space -f -F/--form-feed -J/--join-lines -m/--merge -r/--no-file-warnings',
      ),
      flags('-t/--omit-header -T/--omit-pagination -v/--show-nonprinting'),
      values('--pages --columns -h/--header -l/--length -o/--indent -w/--width -W/--page-width'),
      values('-D/--date-format -N/--first-line-number'),
      flags('-c/--show-control-chars'),
      optionals('-e/--expand-tabs -i/--output-tabs -n/--number-lines -s/--separator -S/--sep-string'),
    ],
    positionals: anyFiles,
    hasNumberOption: true,
    acceptsUnknownWords: true,
  }),
];

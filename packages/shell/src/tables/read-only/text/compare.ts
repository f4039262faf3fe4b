import type { Row } from '../../row.ts';
import { anyFiles, files, flags, optionals, refused, row, after, trees, values } from '../../row.ts';

/** Programs that compare files. */
export const compareRows: readonly Row[] = [
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
      refused('-l/--paginate'),
    ],
    followsLinks: ({ given }) => !given.has('--no-dereference'),
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
];

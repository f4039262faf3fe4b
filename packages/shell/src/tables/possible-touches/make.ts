import { optionals } from '../row.ts';
import { anything, route, type Route } from './route.ts';

/** What is said of make and its like: what recipes do is read from their files. */
export const makeRoutes: readonly (readonly [string, Route])[] = [
  ...route('make gmake', {
    flags: `
      -b -m -B/--always-make -d -e/--environment-overrides -h/--help -i/--ignore-errors -k/--keep-going -L/--check-symlink-times
      -n/--just-print/--dry-run/--recon -p/--print-data-base -q/--question -r/--no-builtin-rules -R/--no-builtin-variables
      -s/--silent/--quiet --no-silent -S/--no-keep-going/--stop -t/--touch --trace -v/--version -w/--print-directory
      --no-print-directory --warn-undefined-variables`,
    values:
      '-C/--directory -E/--eval -o/--old-file/--assume-old -W/--what-if/--new-file/--assume-new -I/--include-dir ' +
      '--jobserver-auth --jobserver-fds',
    reads: '-f/--file/--makefile',
    lists: [
      optionals(
        '-j/--jobs -l/--load-average/--max-load -O/--output-sync --debug --shuffle --jobserver-style',
      ),
    ],
    isComplete: true,
    // It changes the times of whatever the targets are.
    more: ({ given }) => (given.has('-t') ? anything() : []),
  }),
  ...route('ninja ninja-build samu', {
    flags: '--version -v/--verbose --quiet -n -h/--help',
    values: '-C -j -k -l -d -t -w',
    reads: '-f',
    order: 'options-first',
    isComplete: true,
  }),
  ...route('just task rake', {
    values: '-C/--directory -j -k -l -I -d',
    reads: '-f/--file/--makefile/--justfile',
  }),
];

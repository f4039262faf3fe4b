import { knownWord } from '../known-word.ts';
import { files, optionals, pairs, type Arguments } from '../row.ts';
import { makeReach } from '../scripts/make-reach.ts';
import type { FileTouch } from '../file-touch.ts';
import { touchesOfScript } from './touches-of-script.ts';
import { anything, filledBy, route, type Route } from './route.ts';

/** `make 'X=$(file <.env)'` */
const assignedFunctions = (argv: Arguments): readonly FileTouch[] =>
  argv.flatMap((word, index) =>
    knownWord(word)?.includes('file') === true
      ? touchesOfScript(makeReach(knownWord(word) ?? ''), { index })
      : [],
  );

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
    more: ({ given }, argv) => [
      ...(given.has('-t') ? anything() : []),
      ...(given.get('-E') ?? []).flatMap((value) => touchesOfScript(makeReach(value ?? ''), { index: 1 })),
      ...assignedFunctions(argv),
    ],
  }),
  ...route('ninja ninja-build samu', {
    flags: '--version -v/--verbose --quiet -n -h/--help',
    values: '-C -j -k -l -d -t -w',
    reads: '-f',
    order: 'options-first',
    isComplete: true,
  }),
  ...route('just', {
    flags: `
      -n/--dry-run -q/--quiet -v/--verbose -h/--help -V/--version -l/--list -u/--unsorted --yes --evaluate --summary --variables --groups
      --dump --fmt --check --init --changelog --man --highlight --no-highlight --no-deps --no-aliases --no-dotenv --one --timestamp
      --unstable --clear-shell-args --global-justfile/-g --list-submodules --explain --usage --time --no-inline`,
    values: `
      -d/--working-directory --alias-style --ceiling --color --command-color --cygpath --dump-format --group --list-heading --list-prefix
      --timestamp-format --dotenv-filename --completions -s/--show --indentation --tempdir`,
    reads: '-f/--justfile -E/--dotenv-path',
    lists: [pairs('--set')],
    order: 'options-first',
    isComplete: true,
    more: (parsed) => filledBy(parsed, '--tempdir'),
  }),
  ...route('task go-task', {
    flags: `
      -a/--list-all --disable-fuzzy --download --dry -n -x/--exit-code --experiments -f/--force -g/--global -h/--help -i/--init --insecure
      -j/--json -l/--list --no-status -p/--parallel -s/--silent --status --summary -v/--verbose --version -w/--watch -y/--yes --offline
      --output-group-error-only --clear-cache --failfast/-F --nested`,
    values: `
      -C/--concurrency -c/--color --completion -d/--dir -I/--interval -o/--output --output-group-begin --output-group-end --sort
      --timeout --expiry --trusted-hosts --new`,
    reads: '-t/--taskfile --cacert --cert --cert-key',
    isComplete: true,
  }),
  ...route('rake', {
    flags: `
      --comments --rules -A/--all -B/--build-all -G/--no-system -g/--system -m/--multitask -n/--dry-run -N/--no-search -P/--prereqs
      -q/--quiet -s/--silent -t -v/--verbose --no-verbose -V/--version -X/--no-deprecation-warnings -h/--help -H --nosearch --nosystem`,
    values:
      '-C/--directory -I/--libdir -R/--rakelibdir/--rakelib --suppress-backtrace -e/--execute -E/--execute-continue -p/--execute-print',
    reads: '-r/--require',
    lists: [
      optionals('--trace --backtrace --job-stats -D/--describe -T/--tasks -W/--where -j/--jobs'),
      files('-f/--rakefile'),
    ],
    isComplete: true,
  }),
];

import { optionals } from '../row.ts';
import { toldByCmake } from './cmake.ts';
import { filledBy, filledDirectory, route, type Route } from './route.ts';

const HELP =
  '--help -help -usage -h -H --version -version --help-full --help-manual --help-manual-list --help-command --help-command-list ' +
  '--help-commands --help-module --help-module-list --help-modules --help-policy --help-policy-list --help-policies --help-property ' +
  '--help-property-list --help-properties --help-variable --help-variable-list --help-variables';

/** The programs that come with cmake. Which commands tests run stands in files that cmake has written. */
export const buildTestRoutes: readonly (readonly [string, Route])[] = [
  ...route('ctest', {
    flags: `
      -F --progress -V/--verbose -VV/--extra-verbose --debug -Q/--quiet -N/--show-only --stop-on-failure --rerun-failed
      --output-on-failure -U/--union --schedule-random --no-label-summary --no-subproject-summary --print-labels
      --no-compress-output --http1.0 ${HELP}`,
    values: `
      -C/--build-config -R/--tests-regex -E/--exclude-regex -L/--label-regex -LE/--label-exclude -FA/--fixture-exclude-any
      -FS/--fixture-exclude-setup -FC/--fixture-exclude-cleanup -I/--tests-information -D/--dashboard -M/--test-model
      -T/--test-action --repeat --repeat-until-fail --max-width --test-load --timeout --stop-time --no-tests --preset
      --interactive-debug-mode --test-output-size-passed --test-output-size-failed --test-output-truncation --group --track
      --schedule-random-seed --test-dir --test-output-dir`,
    reads:
      '-S/--script -SP/--script-new-process --resource-spec-file --tests-from-file --exclude-from-file -A/--add-notes --extra-submit',
    writes: '-O/--output-log --output-junit',
    lists: [optionals('-j/--parallel --list-presets --submit-index')],
    syntax: 'words',
    isComplete: true,
    families: /^-j\d+$|^--show-only=[\w-]+$/u,
    more: (parsed, argv) => [...filledBy(parsed, '--test-dir', '--test-output-dir'), ...toldByCmake(argv)],
  }),
  ...route('cpack', {
    flags: `-V/--verbose --trace --trace-expand --debug ${HELP}`,
    values: '-G -C -P -R -B --vendor --preset',
    reads: '--config',
    lists: [optionals('--list-presets')],
    syntax: 'words',
    more: (parsed, argv) => [
      ...(parsed.given.get('-B') ?? []).flatMap((value) => filledDirectory({ value, index: 1 })),
      ...toldByCmake(argv),
    ],
  }),
];

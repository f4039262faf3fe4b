import type { Row } from '../../row.ts';
import { anyText, flags, none, optionals, row, values } from '../../row.ts';

/** Programs that reckon. */
export const numberRows: readonly Row[] = [
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

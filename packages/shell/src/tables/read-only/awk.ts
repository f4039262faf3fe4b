import type { Row } from '../row.ts';
import { after, flags, rows, values } from '../row.ts';
import { inspectAwkProgram } from '../scripts/inspect-awk-program.ts';

/**
 * Absent: -f and everything that names another program; -o, -d and -p, which write files. Options end at the program; a
 * file that looks like `name=value` sets a variable.
 */
export const awkRows: readonly Row[] = rows('awk gawk mawk nawk', {
  options: [
    values('-F/--field-separator'),
    values('-v/--assign', /^(?!ARG[CV]=)[A-Za-z_]\w*=/),
    flags('--version'),
  ],
  positionals: after(['text'], 'file'),
  order: 'options-first',
  syntax: 'exact',
  inspect: ({ positionals, given }) => {
    const program = positionals[0];
    if (program === undefined && given.has('--version')) return undefined;
    if (program?.value === undefined) return 'the program of awk is not known';
    if (positionals.some(({ prefix }) => /^ARG[CV]/.test(prefix)))
      return 'an operand of awk that names its files';
    return inspectAwkProgram(program.value);
  },
  // It can show the environment.
  reportsOnMachine: ({ positionals }) => positionals[0]?.value?.includes('ENVIRON') === true,
});

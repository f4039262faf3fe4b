import type { Row } from '../row.ts';
import { namesSandboxVariables } from '../sandbox-variables.ts';
import { anyText, flags, none, only, row, rows } from '../row.ts';

/** Built-in commands that report on the shell they run in. */
export const builtInRows: readonly Row[] = [
  row({ name: 'umask', options: [flags('-S -p')], syntax: 'exact' }),
  row({ name: 'ulimit', options: [flags('-a -c -d -f -H -l -m -n -p -s -S -t -u -v')], syntax: 'exact' }),
  row({ name: 'dirs', options: [flags('-l -p -v')], syntax: 'exact' }),
  row({ name: 'jobs', options: [flags('-l -n -p -r -s')], positionals: anyText, syntax: 'exact' }),
  row({ name: 'hash', syntax: 'exact' }),
  // Absent: -p, which sets a variable.
  row({
    name: 'wait',
    options: [flags('-f -n')],
    positionals: { ...none, rest: /^(?:\d+|%[\w+-]*)$/ },
    order: 'options-first',
    syntax: 'exact',
  }),
  row({
    name: 'trap',
    options: [flags('-l -p')],
    // Any other first word is a command that is run later.
    positionals: ({ given }) => ({
      ...none,
      first: given.size === 0 ? [/^-$/] : [],
      rest: /^(?:[A-Z][A-Z0-9+-]*|\d+)$/,
    }),
    order: 'options-first',
    syntax: 'exact',
  }),
  row({ name: 'times', syntax: 'exact', reportsOnMachine: true }),
  row({
    name: 'alias',
    options: [flags('-p')],
    positionals: { ...none, rest: /^[^=]+$/ },
    order: 'options-first',
    syntax: 'exact',
  }),
  ...rows('declare typeset', {
    modes: { reading: '-p -f -F' },
    positionals: { ...none, rest: /^\w+$/ },
    order: 'options-first',
    syntax: 'exact',
    reportsOnMachine: namesSandboxVariables,
  }),
  row({ name: 'shopt', options: [flags('-p -q -o')], positionals: anyText, syntax: 'exact' }),
  row({
    name: 'kill',
    modes: { reading: '-l -L' },
    positionals: { ...none, rest: /^(?:\d+|[A-Z][A-Z0-9]*)$/ },
    syntax: 'exact',
  }),
  row({ name: 'history', positionals: only(/^\d+$/), syntax: 'exact' }),
  row({ name: 'tput', positionals: only(/^(?:cols|lines|colors|longname)$/), syntax: 'exact' }),
];

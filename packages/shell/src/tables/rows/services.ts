import type { Row } from '../row.ts';
import { anyText, flags, none, row, values } from '../row.ts';

const options = [
  flags('-a/--all -l/--full -q/--quiet --no-pager --no-legend --failed --plain --user --system --value'),
  flags('-r/--recursive'),
  values('-t/--type -n/--lines -o/--output -p/--property --state'),
];

const hardening = () => ({
  environment: { SYSTEMD_PAGER: 'cat', PAGER: 'cat', SYSTEMD_PAGERSECURE: '1' },
  insertions: [],
  forbiddenRepositoryKeys: [],
});

/** Programs that report on services and settings of the system. */
export const serviceRows: readonly Row[] = [
  row({
    name: 'systemctl',
    // Absent: -H and -M, which reach other machines.
    options,
    subcommands:
      'status show cat is-active is-enabled is-failed list-units list-unit-files list-timers list-sockets'
        .split(' ')
        .map((name) =>
          row({ name, options, positionals: anyText, syntax: 'exact', reportsOnMachine: true, hardening }),
        ),
    syntax: 'exact',
    reportsOnMachine: true,
  }),
  row({
    name: 'sysctl',
    options: [flags('-a/--all -n/--values -N/--names -b/--binary -e/--ignore'), values('-r/--pattern')],
    // `name=value` sets it.
    positionals: { ...none, rest: /^[\w./-]+$/ },
    syntax: 'exact',
    reportsOnMachine: true,
  }),
  row({
    name: 'crontab',
    options: [flags('-l')],
    requires: [['-l']],
    syntax: 'exact',
    reportsOnMachine: true,
  }),
];

import type { Row } from '../row.ts';
import { anyText, flags, none, optionals, row, values } from '../row.ts';

const options = [
  flags('-a/--all -l/--full -q/--quiet --no-pager --no-legend --failed --plain --user --system --value'),
  flags('-r/--recursive'),
  values('-t/--type -n/--lines -o/--output -p/--property --state'),
];

const hardening = () => ({
  environment: { SYSTEMD_PAGER: 'cat', PAGER: 'cat', SYSTEMD_PAGERSECURE: '1' },
  insertions: [],
  repository: undefined,
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
    name: 'journalctl',
    // Absent: -D, --file, --root and --image, which read other files; --cursor-file writes one; -M reaches others.
    options: [
      flags('--system --user -m/--merge -k/--dmesg -r/--reverse --show-cursor --utc -x/--catalog -l/--full'),
      flags('--no-hostname --no-full -a/--all -f/--follow --no-tail -q/--quiet --no-pager -e/--pager-end'),
      flags('-h/--help --version -N/--fields --list-boots --disk-usage --header --list-catalog'),
      // A number after one of these is a separate word, which only chooses what is shown.
      optionals('-b/--boot -n/--lines --case-sensitive'),
      values('-S/--since -U/--until -c/--cursor --after-cursor -u/--unit --user-unit -t/--identifier'),
      values('-p/--priority --facility -g/--grep -o/--output --output-fields -F/--field'),
    ],
    positionals: anyText,
    hasNumberOption: true,
    refusesDashedValues: true,
    syntax: 'exact',
    reportsOnMachine: true,
    hardening,
  }),
  row({
    name: 'ldconfig',
    modes: { reading: '-p/--print-cache' },
    syntax: 'exact',
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
    modes: { reading: '-l' },
    syntax: 'exact',
    reportsOnMachine: true,
  }),
];

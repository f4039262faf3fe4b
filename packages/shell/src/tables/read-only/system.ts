import type { Row, RowSource } from '../row.ts';
import { anyText, flags, none, only, optionals, refused, row, values } from '../row.ts';

const helpFlags = flags('-h/--help -V/--version');

const machine = (source: RowSource): Row =>
  row({ syntax: 'exact', ...source, reportsOnMachine: source.reportsOnMachine ?? true });

const ipShow = (name: string): Row =>
  machine({
    name,
    subcommands: ['show', 'list', 'ls'].map((one) => machine({ name: one, positionals: anyText })),
    withoutSubcommand: [],
  });

const FILTER_WORDS = new Set(
  (
    'state exclude and or not src dst sport dport dev eq ne neq le leq ge geq lt gt all connected synchronized ' +
    'bucket big established syn-sent syn-recv fin-wait-1 fin-wait-2 time-wait closed close-wait last-ack listen ' +
    'listening closing'
  ).split(' '),
);
const NUMERIC_ADDRESS = /^(?:\*|[\d.]*|\[[\da-f:.]*\])(?:\/\d+)?(?::[\w*-]*)?$/i;

/** Whether a filter of ss has addresses in numbers only. */
function isFilter(text: string): boolean {
  const words = text.toLowerCase().split(/[\s()=<>!&|]+/);
  return words.every((word) => FILTER_WORDS.has(word) || NUMERIC_ADDRESS.test(word));
}

/** Programs that report on the machine, its users, processes and network. Absent: top, which makes a directory at home. */
export const systemRows: readonly Row[] = [
  machine({
    name: 'uname',
    options: [
      flags('-a/--all -s/--kernel-name -n/--nodename -r/--kernel-release -v/--kernel-version -m/--machine'),
      flags('-p/--processor -i/--hardware-platform -o/--operating-system --help --version'),
    ],
    acceptsUnknownWords: true,
    reportsOnMachine: false,
  }),
  row({ name: 'arch', acceptsUnknownWords: true }),
  row({ name: 'nproc', options: [flags('--all'), values('--ignore')] }),
  machine({
    name: 'hostname',
    // A positional, -F and -b set the name, as any word does where hostname isn't Linux's. -a, -A, -d, -f, -i and -y ask a name server.
    options: [flags('-I/--all-ip-addresses -s/--short')],
  }),
  machine({ name: 'uptime', options: [flags('-p/--pretty -s/--since'), helpFlags] }),
  row({ name: 'whoami', reportsOnMachine: true }),
  row({ name: 'logname', reportsOnMachine: true }),
  row({ name: 'tty', options: [flags('-s/--silent/--quiet')], reportsOnMachine: true }),
  row({
    name: 'id',
    options: [flags('-a -g/--group -G/--groups -n/--name -r/--real -u/--user -z/--zero -Z/--context')],
    positionals: anyText,
    acceptsUnknownWords: true,
    reportsOnMachine: true,
  }),
  row({ name: 'groups', positionals: anyText, acceptsUnknownWords: true, reportsOnMachine: true }),
  row({ name: 'users', positionals: only('file'), reportsOnMachine: true }),
  row({
    name: 'who',
    options: [
      flags('-a/--all -b/--boot -d/--dead -H/--heading -l/--login -m -p/--process -q/--count -r/--runlevel'),
      flags('-s/--short -t/--time -T/-w/--mesg/--message/--writable -u/--users --ips'),
      refused('--lookup'),
    ],
    positionals: only('file'),
    reportsOnMachine: true,
  }),
  machine({
    name: 'w',
    options: [flags('-h/--no-header -s/--short -f/--from -i/--ip-addr -o/--old-style -u/--no-current')],
    positionals: only('text'),
  }),
  machine({
    name: 'ps',
    options: [
      flags(
        '-A -a -d -e -f -F -j -l -L -m -M -T -w -y -H -c -V --forest --headers --no-headers --deselect -N --info',
      ),
      values(
        '-o/--format -p/--pid -C -u/--user -U/--User -g/--group -G/--Group -t/--tty -s/--sid -q/--quick-pid',
      ),
      values('--ppid --sort --cols/--columns/--width -k --rows/--lines'),
    ],
    // Letters without a dash; absent among them: e, which shows the environment of other processes.
    positionals: { ...none, rest: /^(?:[aAcfghHjlLmnNrsSTuUvwxXZ]+|\d+)$/ },
  }),
  machine({
    name: 'pgrep',
    options: [
      flags('-a/--list-full -c/--count -f/--full -i/--ignore-case -l/--list-name -n/--newest -o/--oldest'),
      flags('-v/--inverse -w/--lightweight -x/--exact -A/--ignore-ancestors'),
      values('-d/--delimiter -g/--pgroup -G/--group -O/--older -P/--parent -s/--session -t/--terminal'),
      values('-u/--euid -U/--uid -r/--runstates'),
      helpFlags,
    ],
    positionals: only('text'),
  }),
  machine({ name: 'pidof', options: [flags('-s -c -q -w -x'), values('-o -S')], positionals: anyText }),
  machine({
    name: 'pstree',
    options: [
      flags('-a/--arguments -A/--ascii -c/--compact-not -g/--show-pgids -h/--highlight-all -l/--long'),
      flags(
        '-n/--numeric-sort -p/--show-pids -s/--show-parents -t/--thread-names -T/--hide-threads -u -U/--unicode',
      ),
      values('-H/--highlight-pid'),
    ],
    positionals: only('text'),
  }),
  machine({
    name: 'free',
    options: [
      flags(
        '-b/--bytes -k/--kibi -m/--mebi -g/--gibi --tebi --kilo --mega --giga --tera -h/--human -w/--wide',
      ),
      flags('-l/--lohi -t/--total --si -L/--line -v/--committed --help -V/--version'),
      values('-s/--seconds -c/--count'),
    ],
  }),
  machine({
    name: 'vmstat',
    options: [
      flags(
        '-a/--active -d/--disk -D/--disk-sum -f/--forks -m/--slabs -n/--one-header -s/--stats -t/--timestamp',
      ),
      flags('-w/--wide -y/--no-first'),
      values('-S/--unit -p/--partition'),
      helpFlags,
    ],
    positionals: { ...none, rest: /^\d+$/ },
  }),
  machine({
    name: 'lsof',
    options: [
      flags('-a -b -C -h -l -n -N -O -P -R -t -U -v -V -w -x -X'),
      optionals('-i -f -F -g -s -L -T -r'),
      values('-c -d -p -u'),
    ],
    // Absent: -D may write a device cache. Words without a dash only filter.
    positionals: anyText,
    // Otherwise a name server is asked about each address.
    hardening: (at, { given }) => ({
      environment: {},
      insertions: given.has('-n') ? [] : [{ at, words: ['-n'] }],
      repository: undefined,
    }),
  }),
  machine({
    name: 'ss',
    options: [
      flags('-a/--all -l/--listening -n/--numeric -o/--options -e/--extended -m/--memory -p/--processes'),
      flags(
        '-i/--info -s/--summary -4/--ipv4 -6/--ipv6 -0/--packet -t/--tcp -u/--udp -d/--dccp -w/--raw -x/--unix',
      ),
      flags('-S/--sctp -H/--no-header -O/--oneline -T/--threads -b/--bpf -Z/--context -z/--contexts'),
      values('-f/--family -A/--query/--socket'),
      helpFlags,
    ],
    // Absent: -K closes sockets, -D writes a file, -F reads a filter from one, -r asks a name server.
    positionals: anyText,
    inspect: ({ positionals }) =>
      positionals.every(({ value }) => value !== undefined && isFilter(value))
        ? undefined
        : 'a name in the filter of ss is asked of a name server',
  }),
  machine({
    name: 'netstat',
    options: [
      flags(
        '-a/--all -l/--listening -n/--numeric -p/--program/--programs -r/--route -i/--interfaces -g/--groups',
      ),
      flags(
        '-s/--statistics -t/--tcp -u/--udp -w/--raw -x/--unix -e/--extend -o/--timers -v/--verbose -W/--wide',
      ),
      flags('-4 -6 -N/--symbolic --numeric-hosts --numeric-ports --numeric-users'),
      helpFlags,
    ],
    // Otherwise it asks a name server about each address.
    requires: [['-n', '--numeric-hosts']],
  }),
  machine({
    name: 'ip',
    options: [
      flags('-4 -6 -o -oneline -br -brief -s -stats -statistics -d -details -j -json -p -pretty'),
      flags('-c -color -h -human -N -Numeric -t -timestamp -V -Version'),
      values('-f -family'),
    ],
    syntax: 'words',
    withoutSubcommand: ['-V', '-Version'],
    subcommands: [
      ...'addr address a link l route r neigh neighbour n rule ru maddress tunnel netns'
        .split(' ')
        .map(ipShow),
    ],
  }),
  machine({
    name: 'ifconfig',
    options: [flags('-a -s -v')],
    // A second word sets something.
    positionals: only('text'),
  }),
  machine({
    name: 'dmesg',
    options: [
      flags(
        '-d/--show-delta -e/--reltime -k/--kernel -P/--nopager -r/--raw -S/--syslog -t/--notime -T/--ctime',
      ),
      flags('-u/--userspace -w/--follow -W/--follow-new -x/--decode -J/--json -p/--force-prefix'),
      values('-f/--facility -l/--level -s/--buffer-size --time-format --since --until'),
      optionals('-L/--color'),
      helpFlags,
    ],
    // Absent: -c, -C, -D, -E and -n change the kernel's buffer or console, -H starts a pager.
  }),
  machine({
    name: 'mount',
    options: [flags('-l/--show-labels -v/--verbose'), values('-t/--types'), helpFlags],
  }),
  machine({
    name: 'findmnt',
    options: [
      flags(
        '-a/--ascii -A/--all -b/--bytes -c/--canonicalize -D/--df -e/--evaluate -f/--first-only -i/--invert -J/--json -k/--kernel',
      ),
      flags(
        '-l/--list -m/--mtab -n/--noheadings -P/--pairs -r/--raw -R/--submounts -s/--fstab -u/--notruncate',
      ),
      flags('-U/--uniq -v/--nofsroot --real --pseudo --tree'),
      values('-d/--direction -M/--mountpoint -o/--output -O/--options -S/--source -t/--types -T/--target'),
      helpFlags,
    ],
    positionals: anyText,
  }),
  machine({
    name: 'lsblk',
    options: [
      flags(
        '-a/--all -A/--noempty -b/--bytes -d/--nodeps -D/--discard -f/--fs -i/--ascii -J/--json -l/--list',
      ),
      flags(
        '-m/--perms -M/--merge -n/--noheadings -O/--output-all -p/--paths -P/--pairs -r/--raw -s/--inverse',
      ),
      flags('-S/--scsi -t/--topology -T/--tree -z/--zoned'),
      values('-e/--exclude -E/--dedup -I/--include -o/--output -w/--width -x/--sort'),
      helpFlags,
    ],
    positionals: anyText,
  }),
  machine({
    name: 'lscpu',
    options: [
      flags('-a/--all -b/--online -B/--bytes -c/--offline -J/--json -x/--hex -y/--physical --output-all'),
      optionals('-C/--caches -e/--extended -p/--parse'),
      helpFlags,
    ],
  }),
  machine({ name: 'lsmod' }),
  machine({
    name: 'lspci',
    options: [flags('-v -vv -n -k -t -m -D -b -x'), values('-s -d')],
  }),
  machine({ name: 'lsusb', options: [flags('-v/--verbose -t/--tree'), values('-s -d')] }),
  machine({
    name: 'last',
    options: [flags('-a -F -i -R -w -x'), values('-n -s -t -p'), helpFlags],
    positionals: anyText,
    hasNumberOption: true,
  }),
  row({
    name: 'dpkg-query',
    options: [
      flags('-l/--list -s/--status -L/--listfiles -S/--search -W/--show -p/--print-avail'),
      values('-f/--showformat'),
      refused('--admindir --root --load-avail'),
    ],
    positionals: anyText,
    syntax: 'exact',
  }),
  row({
    name: 'dpkg',
    starts: ['dpkg-query', 'cat'],
    // Each of these hands over to dpkg-query; everything else changes the system.
    modes: { reading: '-l/--list -s/--status -L/--listfiles -S/--search --print-architecture --version' },
    positionals: anyText,
    syntax: 'exact',
    hardening: () => ({
      environment: { DPKG_PAGER: 'cat', PAGER: 'cat' },
      insertions: [],
      repository: undefined,
    }),
  }),
];

import { optionals } from '../row.ts';
import { reads, writes } from './operands.ts';
import { filledBy, route, type Route } from './route.ts';

/** Programs that report on the machine or set it up, and options of theirs that name a file. */
export const systemRoutes: readonly (readonly [string, Route])[] = [
  ...route('mktemp', {
    flags: '-t',
    values: '--suffix',
    lists: [{ names: '-p', kind: 'value', valueCount: 1, accepts: undefined }, optionals('--tmpdir')],
    operands: writes,
    more: (parsed) => filledBy(parsed, '-p', '--tmpdir'),
  }),
  ...route('hostname', { reads: '-F/--file' }),
  ...route('dmesg', { values: '-f -l -s', reads: '-F/--file -K/--kmsg-file' }),
  ...route('journalctl', { reads: '-D/--directory --file --root --image', writes: '--cursor-file' }),
  ...route('pgrep pkill', { values: '-d -g -G -P -s -t -u -U', reads: '-F/--pidfile' }),
  ...route('ss', { values: '-f -A', reads: '-F/--filter', writes: '-D/--diag' }),
  ...route('sysctl', {
    flags: '-p',
    values: '-r/--pattern',
    reads: '--load',
    operands: (parsed) => (parsed.given.has('-p') ? reads(parsed) : []),
  }),
  ...route('last lastb utmpdump wtmpdb', { reads: '-f/--file', writes: '-o/--output', operands: reads }),
  ...route('locate mlocate plocate', { values: '-l -n', reads: '-d/--database' }),
  ...route('updatedb', { writes: '-o/--output' }),
  ...route('modprobe', { reads: '-C/--config -S' }),
  ...route('hwclock', { writes: '--adjfile' }),
  ...route('chronyd ntpd', { reads: '-f -c/--configfile', writes: '-l/--logfile' }),
  ...route('iptables-save ip6tables-save', { values: '-t -M', writes: '-f/--file' }),
  ...route('iptables-restore ip6tables-restore', { values: '-T -M -w', operands: reads }),
  ...route('ipset', { writes: '-f/-file/--file' }),
  ...route('blkid', { writes: '-c/--cache-file' }),
  ...route('ldconfig', { reads: '-f', writes: '-C' }),
  ...route('localedef', { values: '-f -A -u', reads: '-i', operands: writes }),
  ...route('losetup', { values: '-o -j', operands: writes }),
  ...route('fdisk sfdisk cfdisk', { values: '-o -t -b', operands: reads }),
  ...route('perf', { values: '-e -F -p -t -C', reads: '-i/--input', writes: '-o/--output' }),
];

import type { OptionList, Positionals, Row } from '../row.ts';
import { anyText, flags, none, only, row, values } from '../row.ts';

const docker = (name: string, options: readonly OptionList[] = [], positionals: Positionals = none): Row =>
  row({ name, options, positionals, syntax: 'exact', reportsOnMachine: true });

const listing = [flags('-a/--all -q/--quiet --no-trunc'), values('-f/--filter --format')];

const ps = (name: string): Row =>
  docker(name, [...listing, flags('-l/--latest -s/--size'), values('-n/--last')]);
const images = (name: string): Row => docker(name, [...listing, flags('--digests')], anyText);
const inspect = docker('inspect', [flags('-s/--size'), values('-f/--format --type')], anyText);
const logs = docker(
  'logs',
  [flags('-f/--follow -t/--timestamps --details'), values('-n/--tail --since --until')],
  only('text'),
);
const stats = row({
  name: 'stats',
  options: [flags('--no-stream -a/--all --no-trunc'), values('--format')],
  requires: [['--no-stream']],
  positionals: anyText,
  syntax: 'exact',
  reportsOnMachine: true,
});
const container = [inspect, logs, stats, docker('top', [], only('text')), docker('port', [], anyText)];

const group = (name: string, subcommands: readonly Row[]): Row =>
  row({ name, subcommands, syntax: 'exact', reportsOnMachine: true });

/** The sub-commands of docker that look. Absent: -H, --context, --config and their like, which choose another daemon. */
export const dockerProgram: Row = row({
  name: 'docker',
  options: [flags('-v/--version')],
  subcommands: [
    ps('ps'),
    images('images'),
    ...container,
    docker('diff', [], only('text')),
    docker('history', [flags('-q/--quiet --no-trunc -H/--human'), values('--format')], only('text')),
    docker('version', [values('-f/--format')]),
    docker('info', [values('-f/--format')]),
    group('container', [ps('ls'), ps('list'), ps('ps'), ...container]),
    group('image', [images('ls'), images('list'), inspect]),
    group('network', [docker('ls', listing), inspect]),
    group('volume', [docker('ls', listing), inspect]),
    group('context', [docker('ls', [flags('-q/--quiet'), values('--format')]), docker('show')]),
    group('system', [docker('df', [flags('-v/--verbose'), values('--format')])]),
  ],
  withoutSubcommand: ['-v'],
  syntax: 'exact',
  reportsOnMachine: true,
});

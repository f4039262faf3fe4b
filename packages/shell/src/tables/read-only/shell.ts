import type { Row, Special } from '../row.ts';
import {
  anyText,
  commandPaths,
  entries,
  flags,
  none,
  optionals,
  refused,
  row,
  rows,
  after,
  values,
} from '../row.ts';
import { namesSandboxVariables } from '../sandbox-variables.ts';
import { testPrograms } from './test.ts';

/** Built-in commands, and programs that say where commands are. */
export const shellRows: readonly Row[] = [
  row({ name: 'pwd', options: [flags('-L/--logical -P/--physical')] }),
  row({
    name: 'printf',
    // Options end at the format, and all after it is data. Absent: -v, which sets a variable, as does %n.
    positionals: after(['text'], 'text'),
    inspect: ({ positionals }) => {
      const format = positionals[0]?.value;
      if (format === undefined) return 'the format is not known';
      return /%[^%a-zA-Z]*[hlLjztq]*n/.test(format.replaceAll('%%', '')) ? '%n sets a variable' : undefined;
    },
    order: 'options-first',
  }),
  row({ name: 'sleep', positionals: { ...none, rest: /^[\d.]+[smhd]?$/ } }),
  row({
    name: 'which',
    options: [flags('-a/--all -s')],
    positionals: anyText,
    readings: commandPaths,
    acceptsUnknownWords: true,
    syntax: 'exact',
  }),
  row({
    name: 'whereis',
    options: [flags('-b -m -s -u -g -l')],
    positionals: anyText,
    syntax: 'exact',
  }),
  row({
    name: 'type',
    options: [flags('-a -f -p -P -t')],
    positionals: anyText,
    readings: commandPaths,
    order: 'options-first',
    syntax: 'exact',
  }),
  row({
    name: 'command',
    options: [flags('-p')],
    modes: { reading: '-v -V' },
    positionals: anyText,
    readings: commandPaths,
    order: 'options-first',
    syntax: 'exact',
  }),
  row({
    name: 'env',
    options: [flags('-0/--null'), refused('-S/--split-string')],
    reportsOnMachine: true,
  }),
  row({
    name: 'printenv',
    options: [flags('-0/--null')],
    positionals: anyText,
    acceptsUnknownWords: true,
    reportsOnMachine: namesSandboxVariables,
  }),
  row({
    name: 'date',
    options: [
      flags('-u/--utc/--universal -R/--rfc-email --debug --resolution'),
      values('-d/--date --rfc-3339'),
      optionals('-I/--iso-8601'),
      entries('-r/--reference'),
      refused('-s/--set'),
    ],
    // Any other word sets the clock. Absent: -f, which sets it where date isn't GNU's.
    positionals: { ...none, rest: /^\+/ },
  }),
  ...rows('cal ncal', {
    options: [
      flags('-1/--one -3/--three -s/--sunday -m/--monday -j/--julian -y/--year -h -J -e -o -w -b -M -S'),
      values('-A -B -d'),
    ],
    positionals: { ...none, rest: /^(?:\d{1,4}|[a-zA-Z]+)$/ },
    syntax: 'exact',
  }),
  row({
    name: 'locale',
    starts: ['gzip', 'bzip2'],
    options: [flags('-a/--all-locales -m/--charmaps -c/--category-name -k/--keyword-name -v/--verbose')],
    positionals: anyText,
  }),
  row({ name: 'getconf', options: [flags('-a')], positionals: anyText, syntax: 'exact' }),
];

export const shellSpecials: readonly Special[] = [
  // Everything that is not an option of echo is printed, whatever it looks like; the others ignore their words.
  ...['echo', 'true', 'false', ':'].map((name) => ({
    name,
    options: [],
    decide: () => ({ reads: [], reportsOnMachine: false }),
  })),
  ...testPrograms,
];

import type { Arguments, Reading, Row, Special, SpecialVerdict } from '../row.ts';
import { anyText, files, flags, none, optionals, refused, row, rows, after, values } from '../row.ts';

const FILE_TESTS = new Set('-a -b -c -d -e -f -g -G -h -k -L -N -O -p -r -s -S -u -w -x'.split(' '));
const TEXT_TESTS = new Set('-n -z -t ! ( ) -a -o = == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef'.split(' '));

/** Built-in commands, and programs that say where commands are. */
export const shellRows: readonly Row[] = [
  row({ name: 'pwd', options: [flags('-L/--logical -P/--physical')] }),
  ...rows('true false :', {}),
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
    order: 'options-first',
    syntax: 'exact',
  }),
  row({
    name: 'command',
    options: [flags('-v -V -p')],
    positionals: anyText,
    requires: [['-v', '-V']],
    order: 'options-first',
    syntax: 'exact',
  }),
  row({ name: 'env', options: [flags('-0/--null'), refused('-S/--split-string')] }),
  row({ name: 'printenv', options: [flags('-0/--null')], positionals: anyText, acceptsUnknownWords: true }),
  row({
    name: 'date',
    options: [
      flags('-u/--utc/--universal -R/--rfc-email --debug --resolution'),
      values('-d/--date --rfc-3339'),
      optionals('-I/--iso-8601'),
      files('-r/--reference'),
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
    options: [flags('-a/--all-locales -m/--charmaps -c/--category-name -k/--keyword-name')],
    positionals: anyText,
  }),
  row({ name: 'getconf', options: [flags('-a')], positionals: anyText, syntax: 'exact' }),
];

export const shellSpecials: readonly Special[] = [
  // Whatever is no option of echo is printed, whatever it looks like.
  { name: 'echo', decide: () => ({ reads: [], reportsOnMachine: false }) },
  { name: 'test', decide: (argv) => decideTest(argv, argv.length) },
  {
    name: '[',
    decide: (argv) => (argv.at(-1) === ']' ? decideTest(argv, argv.length - 1) : { why: '[ without ]' }),
  },
];

/** Not listed: -v and -R, which evaluate the subscript of an array. */
function decideTest(argv: Arguments, end: number): SpecialVerdict {
  const reads: Reading[] = [];
  for (let index = 1; index < end; index += 1) {
    const word = argv[index];
    if (word === undefined) return { why: 'an unknown word may be an operator' };
    const operand = index + 1 < end ? argv[index + 1] : undefined;
    if (FILE_TESTS.has(word) && operand !== undefined && !TEXT_TESTS.has(operand)) {
      reads.push({ value: operand, index: index + 1, isRecursive: false });
    } else if (
      word.startsWith('-') &&
      !TEXT_TESTS.has(word) &&
      !FILE_TESTS.has(word) &&
      !/^-\d*$/.test(word)
    ) {
      return { why: `${word} is not listed for test` };
    }
  }
  return { reads, reportsOnMachine: false };
}

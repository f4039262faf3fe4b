import type { ParsedArguments, Reading, Row } from '../row.ts';
import {
  after,
  anyFiles,
  files,
  flags,
  optionals,
  pairs,
  refused,
  row,
  rows,
  unknownFiles,
  values,
} from '../row.ts';
import { withoutVariables } from '../without-variables.ts';

const jqFiles = { ...files('--slurpfile --rawfile'), valueCount: 2 };

/** A value that does not read options from a file (`@file`). */
const WORD = /^[^@]/;

/** With a slash in it, the name may be that of a file. What follows `//` says how it is converted. */
const CHARACTER_SET = /^[^/]*(?:\/\/[A-Za-z]*)*$/;

/** Programs that read data of one form. */
export const dataRows: readonly Row[] = [
  row({
    name: 'jq',
    options: [
      flags('-r/--raw-output -j/--join-output -a/--ascii-output -c/--compact-output -C/--color-output'),
      flags(
        '-M/--monochrome-output -n/--null-input -e/--exit-status -s/--slurp -R/--raw-input -S/--sort-keys',
      ),
      flags('--tab --stream --stream-errors --seq --unbuffered --raw-output0 --args --jsonargs'),
      flags('-h/--help -V/--version'),
      values('--indent', /^\d$/),
      pairs('--arg --argjson'),
      jqFiles,
      refused('-f/--from-file -L/--library-path'),
    ],
    positionals: after(['text'], 'file'),
    syntax: 'exact',
    // A module is read from wherever its program says.
    inspect: ({ positionals }) => {
      const program = positionals[0];
      if (program === undefined) return undefined;
      if (program.value === undefined) return 'the program of jq is not known';
      return /(?<![.\w$"])(?:import|include)\b|modulemeta/.test(program.value)
        ? 'a program of jq with modules'
        : undefined;
    },
    // `env` and `$ENV` are the environment.
    reportsOnMachine: ({ positionals }) => /env/i.test(positionals[0]?.value ?? ''),
  }),
  row({
    name: 'iconv',
    options: [
      flags('-l/--list -c -s/--silent'),
      values('-f/--from-code -t/--to-code', CHARACTER_SET),
      refused('-o/--output'),
    ],
    positionals: anyFiles,
    syntax: 'exact',
  }),
  row({
    name: 'readelf',
    options: [
      flags('-a/--all -h/--file-header -l/--program-headers/--segments -S/--section-headers/--sections -e'),
      flags(
        '-s/--syms/--symbols --dyn-syms -n/--notes -r/--relocs -d/--dynamic -V/--version-info -W/--wide -A',
      ),
    ],
    positionals: anyFiles,
    syntax: 'exact',
    inspect: refuseResponseFiles,
    readings: unnamedObjects,
  }),
  ...rows('nm', {
    options: [
      flags('-a/--debug-syms -A/-o/--print-file-name -C/--demangle -D/--dynamic -g/--extern-only'),
      flags('-n/--numeric-sort -p/--no-sort -P/--portability -r/--reverse-sort -S/--print-size -u'),
    ],
    // Without a file it reads a.out.
    positionals: { ...anyFiles },
    syntax: 'exact',
    inspect: refuseResponseFiles,
    readings: unnamedObjects,
  }),
  row({
    name: 'objdump',
    // Absent: what follows links to files of debugging information or of source; -i, which makes a file for a while.
    options: [
      flags('-a/--archive-headers -f/--file-headers -p/--private-headers -h/--headers/--section-headers'),
      flags('-x/--all-headers -d -D/--disassemble-all -s/--full-contents -t/--syms -T/--dynamic-syms'),
      flags('-r/--reloc -R/--dynamic-reloc -w/--wide -z/--disassemble-zeroes -F/--file-offsets -C'),
      flags('--no-show-raw-insn --show-raw-insn --no-addresses -v/--version'),
      optionals('--disassemble --demangle', WORD),
      values('-j/--section --start-address --stop-address -m/--architecture -M/--disassembler-options', WORD),
    ],
    positionals: anyFiles,
    syntax: 'exact',
    inspect: refuseResponseFiles,
    readings: unnamedObjects,
    // Otherwise debugging information is fetched.
    hardening: () => ({
      environment: { DEBUGINFOD_URLS: '' },
      insertions: [],
      repository: undefined,
    }),
  }),
  row({
    name: 'size',
    options: [
      flags('-A -B -G -o -d -x -t/--totals --common -v/-V/--version'),
      optionals('--format --radix', WORD),
    ],
    positionals: anyFiles,
    syntax: 'exact',
    inspect: refuseResponseFiles,
    readings: unnamedObjects,
  }),
  row({
    name: 'shasum',
    options: [
      flags('-b/--binary -t/--text -0/--01 -U/--UNIVERSAL -c/--check -q/--quiet -s/--status --tag'),
      flags('-i/--ignore-missing -S/--strict -w/--warn'),
      values('-a/--algorithm'),
    ],
    positionals: anyFiles,
    readings: ({ given }) => (given.has('-c') ? [unknownFiles('read')] : []),
    syntax: 'exact',
  }),
  row({
    name: 'bc',
    options: [flags('-l -q -s -w')],
    positionals: anyFiles,
    syntax: 'exact',
    hardening: withoutVariables('BC_ENV_ARGS'),
  }),
  row({
    name: 'getent',
    // Absent: databases that query servers or name directories of other machines, and those with passwords.
    positionals: after([/^(?:passwd|group|services|protocols|rpc|ethers|aliases)$/], 'text'),
    syntax: 'exact',
    reportsOnMachine: true,
  }),
];

/** a.out if no file is named; and the members of a thin archive, which are separate files. */
function unnamedObjects({ positionals }: ParsedArguments): readonly Reading[] {
  const shared = { isRecursive: false, access: 'read', mayNameOthers: true } as const;
  if (positionals.length === 0) return [{ ...shared, value: 'a.out', index: -1 }];
  return positionals.map(({ value, index }) => ({ ...shared, value, index }));
}

function refuseResponseFiles(parsed: { readonly positionals: readonly { readonly prefix: string }[] }) {
  return parsed.positionals.some(({ prefix }) => prefix === '' || prefix.startsWith('@'))
    ? 'a word that starts with @ stands for options'
    : undefined;
}

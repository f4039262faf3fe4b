import type { ParsedArguments, Row } from '../row.ts';
import { flags, none, only, row, rows } from '../row.ts';
import { withoutVariables } from '../without-variables.ts';

/**
 * Programs that are only asked for their version. Absent: those whose version is chosen by a project's files, and which
 * may then fetch or run it: rustc, cargo, yarn, pnpm, tsc; npm and java, which write files as they start; and sqlite3,
 * which first runs its own startup file. Shells and node can also check whether a file has errors.
 */
export const versionRows: readonly Row[] = [
  ...rows('node nodejs', {
    ...ofFile('-v/--version', '-c/--check'),
    // They may name a module that runs first.
    hardening: withoutVariables('NODE_OPTIONS'),
  }),
  row({ name: 'bash', ...ofFile('--version', '-n') }),
  ...rows('sh dash', ofFile('', '-n')),
  ...rows('python python2 python3', version('-V/--version')),
  ...rows('ruby perl php', {
    ...version('-v/--version'),
    hardening: withoutVariables('RUBYOPT', 'PERL5OPT'),
  }),
  ...rows('gcc g++ cc c++ clang clang++', version('--version -dumpversion -dumpmachine')),
  ...rows('make cmake ninja psql deno bun curl', version('--version')),
  row({
    name: 'openssl',
    subcommands: [row({ name: 'version', options: [flags('-a -b -d -f -o -p -v')], syntax: 'exact' })],
    syntax: 'exact',
  }),
  row({
    name: 'go',
    subcommands: [
      row({
        name: 'version',
        syntax: 'exact',
        // Otherwise go.mod names the toolchain that answers, which is fetched.
        hardening: () => ({
          environment: { GOTOOLCHAIN: 'local' },
          insertions: [],
          repository: undefined,
        }),
      }),
    ],
    syntax: 'exact',
  }),
];

function version(reading: string) {
  return { modes: { reading }, syntax: 'words' } as const;
}

/** Or whether a file has errors. An option behind that file belongs to it, and the file then runs. */
function ofFile(telling: string, checking: string) {
  const [name = ''] = checking.split('/');
  return {
    ...version(telling === '' ? checking : `${telling} ${checking}`),
    order: 'options-first',
    positionals: ({ given }: ParsedArguments) => (given.has(name) ? only('file') : none),
    // Shells take `+n` for an option, which undoes `-n`.
    inspect: ({ positionals }: ParsedArguments) =>
      positionals.some(({ prefix }) => prefix.startsWith('+'))
        ? 'a word with + in front may be an option'
        : undefined,
  } as const;
}

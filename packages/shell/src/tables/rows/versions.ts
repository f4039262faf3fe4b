import type { Row } from '../row.ts';
import { flags, row, rows } from '../row.ts';
import { withoutVariables } from '../without-variables.ts';

/**
 * Programs that are only asked for their version. Absent: those whose version is chosen by a project's files, and which
 * may then fetch or run it: rustc, cargo, yarn, pnpm, tsc; npm and java, which write files as they start; and sqlite3,
 * which first runs its own startup file.
 */
export const versionRows: readonly Row[] = [
  ...rows('node nodejs', version('-v/--version')),
  ...rows('python python2 python3', version('-V/--version')),
  ...rows('ruby perl php', {
    ...version('-v/--version'),
    hardening: withoutVariables('RUBYOPT', 'PERL5OPT'),
  }),
  ...rows('gcc g++ cc c++ clang clang++', version('--version -dumpversion -dumpmachine')),
  ...rows('make cmake ninja bash psql deno bun', version('--version')),
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

import { hasOptionsOfGit, optionsOfGit } from '../possible-touches/git-options.ts';
import { gitProgram } from '../read-only/git.ts';
import type { OptionRow } from '../parse-loosely.ts';
import type { Row } from '../row.ts';
import { gitSubcommands } from './git-subcommands.ts';

const byName: ReadonlyMap<string, Row> = new Map(gitSubcommands.map((one) => [one.name, one]));

/** All options of a subcommand that a table lists; undefined: no table knows the subcommand. */
export function listedOptionsOfGit(subcommand: string): OptionRow | undefined {
  const listed = byName.get(subcommand);
  const reading = gitProgram.subcommands?.get(subcommand);
  const touching = hasOptionsOfGit(subcommand) ? optionsOfGit(subcommand) : undefined;
  const rows = [listed, touching, reading, ...(reading?.subcommands?.values() ?? [])].filter(
    (one) => one !== undefined,
  );
  if (rows.length === 0) return undefined;
  return {
    options: rows.flatMap(({ options }) => options),
    syntax: 'gnu',
    order: listed?.order ?? 'permuted',
  };
}

import { bareName } from './bare-name.ts';
import { readOnlyPrograms } from './read-only-programs.ts';

/** Names of the programs that a program of the tables starts through the search path, wherever it is found itself. */
export function startedPrograms(program: string): readonly string[] {
  const name = bareName(program);
  const found = name === undefined ? undefined : readOnlyPrograms.get(name);
  return found === undefined || 'decide' in found ? [] : found.starts;
}

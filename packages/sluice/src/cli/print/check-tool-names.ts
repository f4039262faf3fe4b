import { nearestName } from '@sluice/base';
import { builtInPool } from '../built-in-pool.ts';

/** What is wrong with the names of `--tools`: a misspelled one would silently deprive the model of its tool. */
export function checkToolNames(names: readonly string[]): string | undefined {
  const known = builtInPool().tools.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  if (unknown.includes('('))
    return `--tools takes tool names; pass rules such as ${unknown.slice(0, 80)} to --allowedTools or --disallowedTools`;
  const nearest = nearestName(unknown, known);
  const hint = nearest === undefined ? `there are ${known.join(', ')}` : `did you mean ${nearest}?`;
  return `--tools: there is no built-in tool ${JSON.stringify(unknown.slice(0, 80))}; ${hint}`;
}

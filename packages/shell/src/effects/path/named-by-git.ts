import type { Argument } from '../../tables/argument.ts';
import type { GitNames } from '../../tables/file-touch.ts';
import type { FileEffect } from '../analysis.ts';
import { resolvePath, type Standpoint } from './path-effects.ts';

interface NamedByGit {
  readonly gitNames: GitNames;
  readonly isOfTop?: true | undefined;
  /** Where git runs, seen from the directory of the command. */
  readonly place: Argument;
}

/** Of what lies below, only what git names. It follows no link there. */
export function namedByGit(
  { levels: _levels, ...effect }: FileEffect,
  { gitNames, isOfTop, place }: NamedByGit,
  { directory, places = [] }: Standpoint,
): FileEffect {
  const starts = directory === undefined ? places : [directory];
  const found = typeof place === 'string' ? starts.map((start) => resolvePath(place, start)) : [];
  const known = found.filter((one) => one !== undefined);
  const named = { ...effect, gitNames, gitRunsIn: known.length === found.length ? known : [] };
  return isOfTop ? { ...named, isOfTop } : named;
}

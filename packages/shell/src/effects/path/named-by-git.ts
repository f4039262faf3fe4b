import type { GitNames } from '../../tables/file-command.ts';
import type { FileEffect } from '../analysis.ts';

/** Of what lies below, only what git names. It follows no link there. */
export function namedByGit(
  { levels: _levels, ...effect }: FileEffect,
  gitNames: GitNames,
  isOfTop?: true,
): FileEffect {
  return isOfTop ? { ...effect, gitNames, isOfTop } : { ...effect, gitNames };
}

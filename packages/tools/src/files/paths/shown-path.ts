import type { ClaimContext } from '@sluice/core';

/** A path in a line for people: relative, if it is below the working directory. */
export function shownPath(given: string, context: Pick<ClaimContext, 'cwd'> | undefined): string {
  if (context === undefined || context.cwd === '/') return given;
  if (given === context.cwd) return '.';
  return given.startsWith(`${context.cwd}/`) ? given.slice(context.cwd.length + 1) : given;
}

import type { FileAction } from '../permission/action.ts';

/** Everything below a directory goes away. */
export function isWholeRemoval({ access, isTree, removal, gitNames }: FileAction): boolean {
  const isWhole = removal === undefined || removal === 'contents';
  return access === 'remove' && isTree && gitNames === undefined && isWhole;
}

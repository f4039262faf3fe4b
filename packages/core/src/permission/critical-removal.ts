import type { PermissionContext } from './context.ts';
import type { FileAction } from './action.ts';
import { isInside } from './is-inside.ts';

/** System directories whose direct children are critical as those of the root are. */
const ROOTS = new Set(['', '/private', '/private/etc', '/private/var', '/private/tmp', '/private/home']);

/**
 * Whether a removal would take away something that no rule, mode or sandbox may approve: the root, its children, the
 * home directory, the working directory and its parents, or all that is directly beneath one of these, or beneath a
 * directory that is not known (behaviour.md 1.3). Certain names in the working directories or in /tmp are no more than that.
 * @param spellings absolute paths that the target is known by
 */
export function isCriticalRemoval(
  action: FileAction,
  spellings: readonly string[],
  cwd: string,
  { home, workingDirectories }: PermissionContext,
): boolean {
  if (action.access !== 'remove') return false;
  if (action.removal === 'beneath-unknown') return true;
  const isOpen = (path: string): boolean =>
    path === '/tmp' || ((path === cwd || workingDirectories.includes(path)) && path !== home && path !== '/');
  if (action.removal === 'some' && spellings.some(isOpen)) return false;
  const kept = [cwd, ...(home === undefined ? [] : [home])];
  if (action.removal === 'contents') kept.push(...workingDirectories);
  return spellings.some((path) => isChildOfRoot(path) || kept.some((directory) => isInside(directory, path)));
}

function isChildOfRoot(path: string): boolean {
  return path === '/' || ROOTS.has(path.slice(0, path.lastIndexOf('/')));
}

import { presentItems } from '@sluice/base';
import type { PermissionContext } from '../context/context.ts';
import type { FileAction } from '../action.ts';
import { isInside } from './is-inside.ts';

/** System directories whose direct children are as critical as those of the root. */
const ROOTS = new Set(['', '/private', '/private/etc', '/private/var', '/private/tmp', '/private/home']);

/** How a removal at an unknown place is described. */
export const UNKNOWN_DIRECTORY = 'an unknown directory';

/**
 * What a removal would delete that no rule, mode or sandbox may approve, continuing "which is"; undefined if nothing like that. Critical
 * are the root, its children, the home directories of the session and of the command, the working directory and its parents, and
 * everything directly below one of these, or below an unknown directory (behaviour.md 1.3). So are the directories of personal files and
 * keys in a home directory, outside the workspace. Certain names in the working directories or in /tmp are not.
 *
 * @param spellings absolute paths of the target
 */
export function criticalRemoval(
  action: FileAction,
  spellings: readonly string[],
  cwd: string,
  { home, workingDirectories }: PermissionContext,
): string | undefined {
  if (action.access !== 'remove') return undefined;
  if (action.removal === 'beneath-unknown') return UNKNOWN_DIRECTORY;
  if (action.removal === 'home') return 'a home directory';
  const homes = presentItems([home, ...(action.homes ?? [])]);
  const isOpen = (path: string): boolean =>
    path === '/tmp' ||
    ((path === cwd || workingDirectories.includes(path)) && !homes.includes(path) && path !== '/');
  const isPart = action.removal === 'some' || action.removal === 'found';
  if (isPart && spellings.some(isOpen)) return undefined;
  const kept: readonly (readonly [directory: string, what: string])[] = [
    ...homes.map((directory) => [directory, 'the home directory'] as const),
    [cwd, 'the working directory'],
    ...(action.removal === 'contents'
      ? workingDirectories.map((directory) => [directory, 'a workspace directory'] as const)
      : []),
  ];
  for (const path of spellings) {
    if (path === '/') return 'the root of the file system';
    const itself = kept.find(([directory]) => directory === path);
    if (itself !== undefined) return itself[1];
    const holds = kept.find(([directory]) => isInside(directory, path));
    if (holds !== undefined) return `a directory that contains ${holds[1]}`;
    if (isChildOfRoot(path)) return 'a system directory';
    if (action.removal !== 'some' && isPersonal(path, homes, workingDirectories))
      return 'a directory of personal files or keys';
  }
  return undefined;
}

/** Directly in a home directory: where people, desktops and programs keep what can't be made again. */
const PERSONAL = new Set(
  'Desktop Documents Downloads Library Movies Music Pictures Public Templates Videos .aws .azure .config .docker .gnupg .kube .local .mozilla .password-store .ssh .thunderbird'.split(
    ' ',
  ),
);

function isPersonal(path: string, homes: readonly string[], workingDirectories: readonly string[]): boolean {
  const at = path.lastIndexOf('/');
  if (!PERSONAL.has(path.slice(at + 1)) || !homes.includes(path.slice(0, at))) return false;
  return !workingDirectories.some((directory) => isInside(path, directory));
}

function isChildOfRoot(path: string): boolean {
  return ROOTS.has(path.slice(0, path.lastIndexOf('/')));
}

import type { FileAction } from '../action.ts';
import type { PathSpellings } from '../compiled-rules.ts';
import type { PermissionContext } from '../context/context.ts';
import { isInside } from './is-inside.ts';

/** Directories of a home, without a dot, from which programs are started or take their settings. In lower case. */
const OPEN = new Set(['bin', 'library', 'appdata']);

/**
 * Whether a path is among the settings and programs of the home directory: below a hidden name directly in it, or below `bin`, `Library` or
 * `AppData`. Not if a working directory is there, too, such as `~/.dotfiles`. For a tree, also if it may contain them.
 */
export function isOfHomeSettings(
  { isTree }: Pick<FileAction, 'isTree'>,
  { lexical, real }: PathSpellings,
  { home, workingDirectories }: Pick<PermissionContext, 'home' | 'workingDirectories'>,
): boolean {
  if (home === undefined) return false;
  return [lexical, real].some((path) => {
    if (isTree && isInside(home, path)) return true;
    if (path === home || !isInside(path, home)) return false;
    const [first = ''] = path.slice(home === '/' ? 1 : home.length + 1).split('/');
    if (!first.startsWith('.') && !OPEN.has(first.toLowerCase())) return false;
    const place = `${home === '/' ? '' : home}/${first}`;
    return !workingDirectories.some((directory) => isInside(directory, place));
  });
}

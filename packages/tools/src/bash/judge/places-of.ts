import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CommandAnalysis } from '@sluice/shell';

/** Where the paths of a command lead, by the path as it names it. */
export type Places = ReadonlyMap<string, string>;

/** More paths are not compared. */
const MAX_PATHS = 1_000;

/** Where everything leads that a decision about the command was about: its files and directories, and those of scripts that it runs. */
export function placesOf({ commands, inScripts, presumed }: CommandAnalysis): Places {
  const places = new Map<string, string>();
  const add = (path: string | undefined): void => {
    if (path !== undefined && path.startsWith('/') && !places.has(path) && places.size < MAX_PATHS)
      places.set(path, placeOf(path));
  };
  for (const { cwd, files, redirections } of [...commands, ...inScripts, ...presumed]) {
    add(cwd);
    for (const { path } of [...files, ...redirections]) add(path);
  }
  return places;
}

/** The first path that leads elsewhere by now. */
export function firstMoved(places: Places): string | undefined {
  for (const [path, place] of places) if (placeOf(path) !== place) return path;
  return undefined;
}

/**
 * The path with the links of all its components resolved, as far as it exists. A file with several names is named by its inode too: it
 * may be one that a rule is about. What comes into being or goes without a link stays where it was.
 */
function placeOf(path: string): string {
  try {
    const real = realpathSync.native(path);
    const found = statSync(real);
    return found.isFile() && found.nlink > 1 ? `${real}\0${found.dev}:${found.ino}` : real;
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    // A link that leads nowhere may lead somewhere when the command runs.
    return `${join(placeOf(parent), basename(path))}${isLink(path) ? '\0link' : ''}`;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createLinkedPlaces } from './linked-places.ts';

/** Represents an unknown place, outside every workspace. */
const UNKNOWN = '/';

/**
 * Absolute paths that git reads to show a submodule in a work tree: its git directory, the targets of links in that, and the object
 * directories it borrows from. Git reads the submodule's HEAD and objects in its own process, even if it is told to ignore the
 * submodule's files.
 */
export function submodulePlaces(directory: string, now: () => number): readonly string[] {
  const dotGit = join(directory, '.git');
  const entry = lstatSync(dotGit, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  const gitDirectory = entry.isDirectory() ? dotGit : targetOf(dotGit);
  if (gitDirectory === undefined) return [UNKNOWN];
  // Submodules that share or borrow from other repositories are too rare to follow.
  const borrows = ['commondir', 'objects/info/alternates'].some((name) =>
    existsSync(join(gitDirectory, name)),
  );
  const links = createLinkedPlaces({ gitDirectories: [gitDirectory], objects: [], now })();
  return [realOf(gitDirectory), ...(borrows ? [UNKNOWN] : []), ...(links ?? [UNKNOWN])];
}

/** The directory that a `.git` file names; undefined if it isn't such a file. */
function targetOf(file: string): string | undefined {
  try {
    const real = realpathSync(file);
    if (lstatSync(real).isDirectory()) return real;
    const [, target] = /^gitdir: (.+?)\n*$/su.exec(readFileSync(real, 'utf8')) ?? [];
    return target === undefined ? undefined : resolve(dirname(real), target);
  } catch {
    return undefined;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

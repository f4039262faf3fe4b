import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createLinkedPlaces } from './linked-places.ts';

/** Stands for a place that is not known: it lies outside of every workspace. */
const UNKNOWN = '/';

/**
 * Absolute places from which git takes what it shows of a submodule in a work tree: its git directory, what links in that
 * lead to, and what it borrows. Git reads the submodule's HEAD and objects in its own process, whatever it is told to
 * ignore of the submodule's files.
 */
export function submodulePlaces(directory: string, now: () => number): readonly string[] {
  const dotGit = join(directory, '.git');
  const entry = lstatSync(dotGit, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  const gitDirectory = entry.isDirectory() ? dotGit : targetOf(dotGit);
  if (gitDirectory === undefined) return [UNKNOWN];
  // A repository that shares another's, or borrows from one, is too rare in a submodule to be followed.
  const borrows = ['commondir', 'objects/info/alternates'].some((name) =>
    existsSync(join(gitDirectory, name)),
  );
  const links = createLinkedPlaces({ gitDirectories: [gitDirectory], objects: [], now })();
  return [realOf(gitDirectory), ...(borrows ? [UNKNOWN] : []), ...(links ?? [UNKNOWN])];
}

/** The directory that a `.git` file names; undefined where it is no such file. */
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

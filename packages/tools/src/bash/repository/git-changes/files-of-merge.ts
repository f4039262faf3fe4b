import { directoriesOf, isBelowOne } from './directories-of.ts';
import { type Difference, type GitAsker, NoAnswer } from './git-asker.ts';

/** One change that is brought into the work tree: from `older` to `newer`. */
export type Step = readonly [older: string, newer: string];

/**
 * What merging these changes into the index writes: the files that they change, and where it may have renamed one of those, all that it
 * tracks. Where a whole directory may have been renamed, on either side, nothing is known.
 */
export function filesOfMerge(git: GitAsker, steps: readonly Step[]): readonly Difference[] {
  const changes = git.differences(steps);
  if (changes.length === 0) return [];
  const tracked = new Set(git.tracked);
  const added = new Set(changes.filter(({ status }) => status === 'added').map(({ path }) => path));
  const mayBeRenamed = changes.some(
    ({ path, status }) =>
      status !== 'added' &&
      (status === 'changed' || added.size > 0) &&
      !tracked.has(path) &&
      !tracked.has(`${path}/`) &&
      !added.has(path),
  );
  if (mayMoveDirectories(git, steps, changes, tracked)) throw new NoAnswer('a directory may be renamed');
  return mayBeRenamed ? [...changes, ...[...tracked].map((path) => asChanged(path))] : changes;
}

export function asChanged(path: string): Difference {
  const isSubmodule = path.endsWith('/');
  return { path: path.replace(/\/$/u, ''), status: 'changed', isSubmodule, commit: '' };
}

/** New files follow a directory that the other side has renamed: it is gone there, and was there before. */
function mayMoveDirectories(
  git: GitAsker,
  steps: readonly Step[],
  changes: readonly Difference[],
  tracked: ReadonlySet<string>,
): boolean {
  const olderOf = (commit: string): readonly string[] =>
    steps.filter(([, newer]) => newer === commit).map(([older]) => older);
  const here = directoriesOf(tracked);
  const added = changes.filter(({ status }) => status === 'added');
  const goneHere = added.flatMap(({ path, commit }) =>
    [...directoriesOf([path])]
      .filter((directory) => !here.has(directory))
      .flatMap((directory) => olderOf(commit).map((older) => `${older}:${directory}`)),
  );
  if (git.ids([...new Set(goneHere)]).some((id) => id !== undefined)) return true;
  if (added.length === 0) return false;
  const changed = new Set(changes.map(({ path }) => path));
  const own = [...tracked].filter((path) => !changed.has(path));
  const removed = changes.filter(({ status }) => status === 'removed');
  const left = new Map<string, string>();
  for (const { path, commit } of removed)
    for (const directory of directoriesOf([path])) left.set(`${commit}:${directory}`, directory);
  const ids = git.ids([...left.keys()]);
  const gone = new Set([...left.values()].filter((_, index) => ids[index] === undefined));
  return gone.size > 0 && own.some((path) => isBelowOne(path, gone));
}

import { asChanged, filesOfMerge } from './files-of-merge.ts';
import { type Difference, type GitAsker, NoAnswer } from './git-asker.ts';
import { parentsOf } from './picked-steps.ts';

/** A stash keeps the commit it was made on, the index and, if it took them, files that were not tracked. */
export function filesOfStash(git: GitAsker, name: string): readonly Difference[] {
  const [id] = git.ids([`${name}^{commit}`]);
  // Then there is nothing to take from.
  if (id === undefined) return [];
  const [entry] = parentsOf(git, ['--no-walk', id]);
  const [base, index, untracked] = entry?.parents ?? [];
  if (base === undefined || index === undefined) throw new NoAnswer('not an entry of the stash');
  const others = untracked === undefined ? [] : git.pathsOf(untracked).map((path) => asChanged(path));
  return [...filesOfMerge(git, [[base, id]]), ...git.differences([[base, index]]), ...others];
}

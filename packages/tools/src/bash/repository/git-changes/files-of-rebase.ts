import { directoriesOf, isBelowOne } from './directories-of.ts';
import { type Difference, type GitAsker, NoAnswer } from './git-asker.ts';
import { parentsOf } from './picked-steps.ts';

interface Rebase {
  /** Ids of commits. */
  readonly head: string;
  readonly onto: string | undefined;
  readonly upstream: string;
  readonly branch: string;
}

/** Files that differ where it starts anew, and those of each commit that is applied there. */
export function filesOfRebase(
  git: GitAsker,
  { head, onto, upstream, branch }: Rebase,
): readonly Difference[] {
  const base = git.base(upstream, branch);
  const target = onto ?? base;
  const steps = parentsOf(git, [`${upstream}..${branch}`]).flatMap(({ commit, parents }) =>
    parents.map((parent) => [parent, commit] as const),
  );
  const applied = git.differences([...steps, [base, branch]]);
  const elsewhere = git.differences([[base, target]]);
  if (
    mayMove(git, { added: applied, removed: elsewhere, from: base, to: target }) ||
    mayMove(git, { added: elsewhere, removed: applied, from: base, to: branch })
  )
    throw new NoAnswer('a directory may be renamed');
  return [...applied, ...git.differences([[head, target]]), ...git.differences([[head, branch]])];
}

interface Sides {
  readonly added: readonly Difference[];
  readonly removed: readonly Difference[];
  readonly from: string;
  readonly to: string;
}

/** New files of one side follow a directory that is gone on the other. */
function mayMove(git: GitAsker, { added, removed, from, to }: Sides): boolean {
  const emptied = directoriesOf(removed.filter(({ status }) => status === 'removed').map(({ path }) => path));
  const above = [...directoriesOf(added.filter(({ status }) => status === 'added').map(({ path }) => path))];
  const candidates = above.filter((directory) => emptied.has(directory) || isBelowOne(directory, emptied));
  const before = git.ids(candidates.map((directory) => `${from}:${directory}`));
  const after = git.ids(candidates.map((directory) => `${to}:${directory}`));
  return candidates.some((_, index) => before[index] !== undefined && after[index] === undefined);
}

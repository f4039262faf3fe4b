import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Worktree } from '../open/open-worktree.ts';
import { inTurn } from '../name/in-turn.ts';
import { isLinkedDirectory } from '../fill/link-directories.ts';
import { runGit } from '../git/run-git.ts';
import { lockWorktree, unlockWorktree } from '../worktree-lock.ts';
import { worktreeWork, type WorktreeWork } from '../worktree-work.ts';

export type RemovableWorktree = Pick<Worktree, 'name' | 'path' | 'mainRoot' | 'branch' | 'isNew' | 'commit'>;

export type RemovedWorktree =
  | { readonly kind: 'removed'; readonly lost: WorktreeWork }
  /** `work` undefined: git can't tell what would be lost. `problem`: git refused, in words for a person. */
  | { readonly kind: 'kept'; readonly work: WorktreeWork | undefined; readonly problem: string | undefined };

/**
 * Removes a worktree that this process has locked, and its branch if Sluice made it. Without `discards` it stays if a file was changed
 * in it or a commit is on no other branch.
 */
export function removeWorktree(worktree: RemovableWorktree, discards: boolean): Promise<RemovedWorktree> {
  return inTurn(worktree.mainRoot, () => remove(worktree, discards));
}

async function remove(worktree: RemovableWorktree, discards: boolean): Promise<RemovedWorktree> {
  const { mainRoot, path, branch, name, isNew, commit } = worktree;
  const ref = `refs/heads/worktree-${name}`;
  // Read before the commits are counted: a commit made since then keeps the branch.
  const tip = await runGit(mainRoot, ['rev-parse', '--verify', '--quiet', ref]);
  const work = await worktreeWork(path, branch, isNew ? commit : undefined);
  const isUnused = work !== undefined && work.files === 0 && work.commits === 0;
  if (!isUnused && !discards) return { kind: 'kept', work, problem: undefined };
  await unlockWorktree(mainRoot, path);
  // Without force, git itself refuses where a file has changed since.
  const force = isUnused ? [] : ['--force'];
  const take = () => runGit(mainRoot, ['worktree', 'remove', ...force, path]);
  const first = await take();
  const removed = first.ok || !(await unlinkDirectories(path)) ? first : await take();
  if (!removed.ok) {
    await lockWorktree(mainRoot, path);
    return { kind: 'kept', work, problem: removed.message };
  }
  if (tip.ok && branch === `worktree-${name}`)
    await runGit(mainRoot, ['update-ref', '-d', ref, tip.output.trim()]);
  return { kind: 'removed', lost: work ?? { files: 0, commits: 0 } };
}

/** Git refuses to remove a worktree for the sake of the links that Sluice has made there. True: there were some. */
async function unlinkDirectories(path: string): Promise<boolean> {
  const others = await runGit(path, ['ls-files', '--others', '--exclude-standard', '-z']);
  const files = others.ok ? others.output.split('\0').filter((file) => isLinkedDirectory(path, file)) : [];
  for (const file of files) unlinkSync(join(path, file));
  return files.length > 0;
}

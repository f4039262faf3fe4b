import type { Worktree } from './open-worktree.ts';
import { runGit } from './run-git.ts';
import { unlockWorktree } from './worktree-lock.ts';
import { worktreeWork, type WorktreeWork } from './worktree-work.ts';

export type ClosedWorktree =
  | { readonly kind: 'removed' }
  /** `work` undefined: not asked for, or git can't say. */
  | { readonly kind: 'kept'; readonly work: WorktreeWork | undefined };

/**
 * Gives a worktree up. With `removesUnused` it is removed together with its branch when no file was changed and no commit was made in
 * it; otherwise it stays, unlocked.
 */
export async function closeWorktree(worktree: Worktree, removesUnused: boolean): Promise<ClosedWorktree> {
  const { mainRoot, path, branch, isNew } = worktree;
  const work = removesUnused ? await worktreeWork(path, branch) : undefined;
  await unlockWorktree(mainRoot, path);
  const isUnused = isNew && work !== undefined && work.files === 0 && work.commits === 0;
  if (!isUnused) return { kind: 'kept', work };
  // Without force: git itself refuses where a file has changed since.
  const removed = await runGit(mainRoot, ['worktree', 'remove', path]);
  if (!removed.ok) return { kind: 'kept', work };
  if (branch !== undefined) await runGit(mainRoot, ['branch', '--delete', '--force', branch]);
  return { kind: 'removed' };
}

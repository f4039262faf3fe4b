import type { Worktree } from '../open/open-worktree.ts';
import { removeWorktree } from './remove-worktree.ts';
import { unlockWorktree } from '../worktree-lock.ts';
import type { WorktreeWork } from '../worktree-work.ts';

export type ClosedWorktree =
  | { readonly kind: 'removed' }
  /** `work` undefined: not asked for, or git can't say. */
  | { readonly kind: 'kept'; readonly work: WorktreeWork | undefined };

/**
 * Gives a worktree up. With `removesUnused` it is removed together with its branch when no file was changed and no commit was made in
 * it; otherwise it stays, unlocked.
 */
export async function closeWorktree(worktree: Worktree, removesUnused: boolean): Promise<ClosedWorktree> {
  if (removesUnused && worktree.isNew) {
    const removed = await removeWorktree(worktree, false);
    if (removed.kind === 'removed') return { kind: 'removed' };
    await unlockWorktree(worktree.mainRoot, worktree.path);
    return { kind: 'kept', work: removed.work };
  }
  await unlockWorktree(worktree.mainRoot, worktree.path);
  return { kind: 'kept', work: undefined };
}

import type { ListedWorktree } from '../git/list-worktrees.ts';
import { lockHolder, lockWorktree, unlockWorktree } from '../worktree-lock.ts';

export type EnteredListed =
  | { readonly ok: true; readonly branch: string | undefined; readonly isNew: false }
  /** In words for a person. */
  | { readonly ok: false; readonly message: string };

/** Locks an existing worktree for this process, unless someone else holds it. */
export async function enterListed(
  mainRoot: string,
  { path, branch, lock }: ListedWorktree,
): Promise<EnteredListed> {
  if (lock !== undefined) {
    const holder = lockHolder(lock);
    if (holder !== 'an ended session') {
      const reason =
        holder === 'a session'
          ? 'another session is working in it'
          : `it is locked: ${lock || 'no reason given'}`;
      return { ok: false, message: `the worktree ${path} can't be used: ${reason}; choose another name` };
    }
    await unlockWorktree(mainRoot, path);
  }
  const locked = await lockWorktree(mainRoot, path);
  return locked.ok
    ? { ok: true, branch, isNew: false }
    : { ok: false, message: `the worktree ${path} can't be locked: ${locked.message}` };
}

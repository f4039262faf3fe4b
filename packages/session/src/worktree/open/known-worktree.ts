import { isRegistered } from '../git/is-registered.ts';
import { waitForLeftGit } from '../git/left-git.ts';
import { listWorktrees, type ListedWorktree } from '../git/list-worktrees.ts';

/** What git writes as the reason of a worktree's lock while it makes it. */
export const UNFINISHED = 'initializing';

/** Its process was killed, and no one has worked in it. */
export function isUnfinished({ lock }: ListedWorktree): boolean {
  return lock === UNFINISHED;
}

export type KnownWorktree =
  | { readonly ok: true; readonly existing: ListedWorktree | undefined }
  | { readonly ok: false; readonly message: string };

/** The worktree at this path as git lists it, if the repository knows one. Waits for a git that is still making it. */
export async function knownWorktree(
  mainRoot: string,
  commonDirectory: string,
  path: string,
): Promise<KnownWorktree> {
  if (!isRegistered(commonDirectory, path)) return { ok: true, existing: undefined };
  const look = async () =>
    (await listWorktrees(mainRoot))?.map((one) => ({ ...one, isIt: one.path === path }));
  let listed = await look();
  if (listed?.some((one) => one.isIt && isUnfinished(one)) === true) {
    const pid = await waitForLeftGit(path);
    if (pid !== undefined)
      return {
        ok: false,
        message: `git (process ${pid}), left by a session that was killed, is still creating the worktree ${path}; wait until it has ended, or choose another name`,
      };
    listed = await look();
  }
  return listed === undefined
    ? { ok: false, message: "git can't list the worktrees of this repository" }
    : { ok: true, existing: listed.find((one) => one.isIt) };
}

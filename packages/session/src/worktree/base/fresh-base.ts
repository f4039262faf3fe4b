import { statSync } from 'node:fs';
import { join } from 'node:path';
import { FETCHING, programOfRepository } from './pull-request.ts';
import { runGit } from '../git/run-git.ts';
import { FETCH_BASE_MS, FETCHED_FOR_MS } from '../worktree-limits.ts';

export type FreshBase =
  /** `note`: a clause for the person, if it may be older than the remote's. */
  | { readonly ok: true; readonly commit: string; readonly note: string | undefined }
  | { readonly ok: false; readonly message: string };

/**
 * The default branch of `origin`, fetched if that was done longer than a day ago. Without a connection, what was fetched
 * last. Programs that the repository's own configuration names don't run.
 * @param commonDirectory absolute: where the repository keeps what its worktrees share
 */
export async function freshBase(root: string, commonDirectory: string): Promise<FreshBase> {
  const note = isOld(commonDirectory) ? await fetchOrigin(root) : undefined;
  const head = await runGit(root, ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD']);
  const branches = head.ok ? [head.output.trim()] : ['origin/main', 'origin/master'];
  for (const branch of branches) {
    const commit = await runGit(root, [
      'rev-parse',
      '--verify',
      '--short',
      `refs/remotes/${branch}^{commit}`,
    ]);
    if (commit.ok) return { ok: true, commit: commit.output.trim(), note };
  }
  const why = note === undefined ? '' : ` (${note})`;
  return {
    ok: false,
    message: `the setting worktree.baseRef is fresh, but the default branch of origin is not known here${why}; run git remote set-head origin --auto to find out, or set worktree.baseRef to "head" to start from the current commit`,
  };
}

function isOld(commonDirectory: string): boolean {
  const fetched = statSync(join(commonDirectory, 'FETCH_HEAD'), { throwIfNoEntry: false });
  return fetched === undefined || Date.now() - fetched.mtimeMs > FETCHED_FOR_MS;
}

async function fetchOrigin(root: string): Promise<string | undefined> {
  const own = await programOfRepository(root);
  if (own !== undefined)
    return `not fetched: the repository's own configuration would make git start a program (${own})`;
  const words = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-maintenance'];
  const fetched = await runGit(root, ['fetch', ...words, 'origin'], {
    timeoutMs: FETCH_BASE_MS,
    env: FETCHING,
  });
  return fetched.ok ? undefined : `not fetched: ${fetched.message}`;
}

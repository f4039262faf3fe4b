import { basename } from 'node:path';
import { realDirectory } from '@sluice/base';
import { findRepository } from '@sluice/settings';
import { enterListed } from './enter-listed.ts';
import { listWorktrees, type ListedWorktree } from '../git/list-worktrees.ts';
import type { OpenedWorktree } from './open-worktree.ts';
import { runGit } from '../git/run-git.ts';

/**
 * Enters a worktree of the repository around `cwd` that is there already, wherever it lies.
 * @param cwd absolute and real
 * @param path absolute
 */
export async function openExisting(cwd: string, path: string): Promise<OpenedWorktree> {
  const known = await findExisting(cwd, path);
  if (!known.ok) return known;
  const { mainRoot, real, found } = known;
  const entered = await enterListed(mainRoot, found);
  if (!entered.ok) return entered;
  const head = await runGit(real, ['rev-parse', '--short', 'HEAD']);
  return {
    ok: true,
    worktree: {
      name: basename(real),
      path: real,
      directory: real,
      mainRoot,
      branch: entered.branch,
      isNew: false,
      commit: head.ok ? head.output.trim() : 'unknown',
      missingFiles: 0,
      copiedFiles: 0,
    },
  };
}

type Existing =
  | { readonly ok: true; readonly mainRoot: string; readonly real: string; readonly found: ListedWorktree }
  /** In words for a person. */
  | { readonly ok: false; readonly message: string };

/** The worktree at a path, if git lists it. Nothing is changed. */
export async function findExisting(cwd: string, path: string): Promise<Existing> {
  const repository = findRepository(cwd);
  if (repository === undefined)
    return { ok: false, message: `${cwd} is not in a git repository, so it has no worktrees` };
  const { mainRoot } = repository;
  const real = realDirectory(path);
  const listed = await listWorktrees(mainRoot);
  const found = real === mainRoot ? undefined : listed?.find((one) => one.path === real && !one.isPrunable);
  if (real === undefined || found === undefined) {
    return {
      ok: false,
      message: `${path} is not a linked worktree of this repository; git worktree list shows them`,
    };
  }
  return { ok: true, mainRoot, real, found };
}

import { presentItems } from '@sluice/base';
import { isLinkedDirectory } from './fill/link-directories.ts';
import { repositoryProblem } from './git/repository-problem.ts';
import { runGit } from './git/run-git.ts';

/** What would be lost with a worktree. */
export interface WorktreeWork {
  /** Files that differ from the last commit, untracked ones included. */
  readonly files: number;
  /** Commits that no other branch, tag or remote has. Branches of other worktrees don't count: they may be removed at the same time. */
  readonly commits: number;
}

/**
 * Undefined: git can't say, so there may be some.
 * @param base the commit that it started from, which isn't its own work; undefined: not known
 */
export async function worktreeWork(
  path: string,
  branch: string | undefined,
  base: string | undefined,
): Promise<WorktreeWork | undefined> {
  const files = await changedFiles(path);
  const commits = await runGit(
    path,
    presentItems([
      'rev-list',
      '--count',
      'HEAD',
      // Its own branch need not be checked out any more.
      branch === undefined ? undefined : `refs/heads/${branch}`,
      '--not',
      base,
      branch === undefined ? undefined : `--exclude=${branch}`,
      '--exclude=worktree-*',
      '--branches',
      '--tags',
      '--remotes',
    ]),
  );
  return files === undefined || !commits.ok ? undefined : { files, commits: Number(commits.output.trim()) };
}

/** How many files of a checkout differ from its last commit; undefined: git can't say, or would have to start a program. */
export async function changedFiles(path: string): Promise<number | undefined> {
  // Commands could have written there since it was made.
  return (await repositoryProblem(path)) === undefined ? differingFiles(path) : undefined;
}

/** The same for a checkout that `repositoryProblem` has just found harmless. */
export async function differingFiles(path: string): Promise<number | undefined> {
  const words = ['--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'];
  const status = await runGit(path, ['status', ...words], { env: { GIT_OPTIONAL_LOCKS: '0' } });
  if (!status.ok) return undefined;
  const lines = status.output.split('\0').filter((line) => line !== '');
  return lines.filter((line) => !line.startsWith('?? ') || !isLinkedDirectory(path, line.slice(3))).length;
}

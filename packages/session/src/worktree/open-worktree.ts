import { lstatSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { errorText, realDirectory, takeLock } from '@sluice/base';
import { findRepository } from '@sluice/settings';
import { copyIncluded } from './copy-included.ts';
import { enterListed } from './enter-listed.ts';
import { inTurn } from './in-turn.ts';
import { listWorktrees, type ListedWorktree } from './list-worktrees.ts';
import {
  dropFetched,
  FETCHING,
  fetchPullRequest,
  pullRequestName,
  type PullRequest,
} from './pull-request.ts';
import { repositoryProblem } from './repository-problem.ts';
import { runGit } from './run-git.ts';
import { lockWorktree } from './worktree-lock.ts';
import { generatedWorktreeName, worktreeNameProblem } from './worktree-name.ts';
import { changedFiles } from './worktree-work.ts';

/** A linked worktree of git in `.claude/worktrees` of the main checkout, locked by this process. */
export interface Worktree {
  readonly name: string;
  /** Absolute and real. */
  readonly path: string;
  /** The directory in it that stands for the one that the session was started in. */
  readonly directory: string;
  readonly mainRoot: string;
  /** Undefined: its head is detached. */
  readonly branch: string | undefined;
  readonly isNew: boolean;
  /** The commit that it starts from, abbreviated. */
  readonly commit: string;
  /** How many files of the checkout it was made from differ from that commit, so it lacks them; undefined: not known. */
  readonly missingFiles: number | undefined;
  /** How many ignored files `.worktreeinclude` has brought along. */
  readonly copiedFiles: number;
}

export type OpenedWorktree =
  | { readonly ok: true; readonly worktree: Worktree }
  /** In words for a person: what is wrong and how to fix it. Nothing was made. */
  | { readonly ok: false; readonly message: string };

const wrong = (message: string): OpenedWorktree => ({ ok: false, message });

/**
 * Makes a worktree from the commit that is checked out around `cwd`, or enters the one of that name.
 * @param cwd absolute and real
 * @param name empty: one is made up
 * @param pullRequest a new worktree starts from it and is named after it; `name` is not used
 */
export async function openWorktree(
  cwd: string,
  name: string,
  pullRequest?: PullRequest,
): Promise<OpenedWorktree> {
  const given =
    pullRequest !== undefined ? pullRequestName(pullRequest) : name === '' ? generatedWorktreeName() : name;
  const problem = worktreeNameProblem(given);
  if (problem !== undefined) return wrong(problem);
  const repository = findRepository(cwd);
  if (repository === undefined)
    return wrong('a worktree needs a git repository, and there is none here; `git init` makes one');
  const { root, mainRoot } = repository;
  const path = join(mainRoot, '.claude', 'worktrees', given);
  const link = linkOnTheWay(mainRoot, path);
  if (link !== undefined)
    return wrong(`${link} is a symbolic link, so worktrees would lie elsewhere; replace it with a directory`);
  for (const checkout of new Set([root, mainRoot])) {
    const why = await repositoryProblem(checkout);
    if (why !== undefined)
      return wrong(
        `${why}; if you trust the repository, make the worktree yourself with git worktree add, and pass it with --cwd`,
      );
  }
  const head = await runGit(root, ['rev-parse', '--verify', '--short', 'HEAD^{commit}']);
  if (!head.ok) return wrong('a worktree needs a commit to start from, and this repository has none yet');
  const lock = await takeNameLock(mainRoot, given);
  if (typeof lock === 'string') return wrong(lock);
  try {
    const commit = head.output.trim();
    return await inTurn(mainRoot, () =>
      openLocked({ cwd, root, mainRoot, path, name: given, commit, pullRequest }),
    );
  } finally {
    lock.release();
  }
}

interface Wanted {
  readonly cwd: string;
  readonly root: string;
  readonly mainRoot: string;
  readonly path: string;
  readonly name: string;
  /** Abbreviated. */
  readonly commit: string;
  readonly pullRequest: PullRequest | undefined;
}

/** While no other session of this machine makes or enters the worktree. */
async function openLocked(wanted: Wanted): Promise<OpenedWorktree> {
  const { cwd, root, mainRoot, path, name, commit } = wanted;
  const listed = await listWorktrees(mainRoot);
  if (listed === undefined) return wrong('git can not list the worktrees of this repository');
  const missingFiles = await changedFiles(root);
  const existing = listed.find((one) => one.path === path);
  const made =
    existing === undefined || existing.isPrunable || isUnfinished(existing)
      ? await makeFrom(wanted, existing)
      : await enterListed(mainRoot, existing);
  if (!made.ok) return made;
  const real = realDirectory(path);
  if (real === undefined) return wrong(`git has made no worktree at ${path}`);
  const base = await runGit(real, ['rev-parse', '--short', 'HEAD']);
  return {
    ok: true,
    worktree: {
      name,
      path: real,
      directory: realDirectory(join(real, relative(root, cwd))) ?? real,
      mainRoot,
      branch: made.branch,
      isNew: made.isNew,
      commit: base.ok ? base.output.trim() : commit,
      missingFiles: made.isNew ? missingFiles : 0,
      copiedFiles: made.isNew ? await copyIncluded(mainRoot, real) : 0,
    },
  };
}

/**
 * Git marks a worktree as `initializing` until it is made, and Sluice locks it afterwards: in between, another session would
 * take a live one's for one whose maker was killed. A sentence: why there is no lock.
 */
async function takeNameLock(
  mainRoot: string,
  name: string,
): Promise<{ readonly release: () => void } | string> {
  const words = ['rev-parse', '--path-format=absolute', '--git-common-dir'];
  const common = await runGit(mainRoot, words);
  if (!common.ok) return 'git can not say where this repository keeps its data';
  try {
    const taken = takeLock(join(common.output.trim(), `sluice-worktree-${name.replaceAll('/', '-')}.lock`));
    if (taken.ok) return taken;
    return `another session (process ${taken.holder.pid}) is making the worktree ${name} right now; try again in a moment, or choose another name`;
  } catch (error) {
    return `the repository's data can't be written: ${errorText(error)}`;
  }
}

type Made =
  | { readonly ok: true; readonly branch: string | undefined; readonly isNew: boolean }
  | { readonly ok: false; readonly message: string };

/** Git's own mark while it makes one: whoever did so was killed, and nobody has worked in it. */
function isUnfinished({ lock }: ListedWorktree): boolean {
  return lock === 'initializing';
}

/** Fetches the pull request first, if it starts from one. */
async function makeFrom(wanted: Wanted, existing: ListedWorktree | undefined): Promise<Made> {
  const { root, mainRoot, path, name, commit, pullRequest } = wanted;
  if (pullRequest === undefined) return make(mainRoot, path, name, commit, existing);
  const fetched = await fetchPullRequest(root, pullRequest);
  if (!fetched.ok) return fetched;
  const made = await make(mainRoot, path, name, fetched.commit, existing, FETCHING);
  await dropFetched(root, fetched.ref);
  return made;
}

async function make(
  mainRoot: string,
  path: string,
  name: string,
  commit: string,
  existing: ListedWorktree | undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Made> {
  if (existing !== undefined) {
    // Twice: git removes a locked one only then.
    const removed = await runGit(mainRoot, ['worktree', 'remove', '--force', '--force', path]);
    if (!removed.ok) return { ok: false, message: `the worktree at ${path} is broken: ${removed.message}` };
  }
  const branch = `worktree-${name}`;
  const isKnown = (await runGit(mainRoot, ['rev-parse', '--verify', `refs/heads/${branch}`])).ok;
  const parent = join(mainRoot, '.claude', 'worktrees');
  await mkdir(parent, { recursive: true });
  // So that the main checkout doesn't show its worktrees as untracked files.
  await writeFile(join(parent, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
  const from = isKnown ? [path, branch] : ['-b', branch, path, commit];
  const added = await runGit(mainRoot, ['worktree', 'add', '--quiet', ...from], { env });
  if (!added.ok) return { ok: false, message: `the worktree ${path} can't be made: ${added.message}` };
  const locked = await lockWorktree(mainRoot, path);
  return locked.ok
    ? { ok: true, branch, isNew: true }
    : { ok: false, message: `the worktree ${path} can't be locked: ${locked.message}` };
}

/** A symbolic link between the main checkout and the worktree. */
function linkOnTheWay(mainRoot: string, path: string): string | undefined {
  let at = mainRoot;
  for (const segment of relative(mainRoot, path).split('/')) {
    at = join(at, segment);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return at;
  }
  return undefined;
}

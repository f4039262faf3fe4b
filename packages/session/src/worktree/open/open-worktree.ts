import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { realDirectory } from '@sluice/base';
import { findRepository } from '@sluice/settings';
import { baseCommit } from '../base/base-commit.ts';
import { copyIncluded } from '../fill/copy-included.ts';
import { enterListed } from './enter-listed.ts';
import { isUnfinished, knownWorktree, UNFINISHED } from './known-worktree.ts';
import { checkedOutCommit } from '../git/checked-out-commit.ts';
import { inTurn } from '../name/in-turn.ts';
import { linkDirectories } from '../fill/link-directories.ts';
import { linkOnTheWay } from '../fill/link-on-the-way.ts';
import { takeNameLock } from '../name/name-lock.ts';
import { markUnfilled } from '../fill/unfilled-mark.ts';
import type { ListedWorktree } from '../git/list-worktrees.ts';
import { pullRequestName, type PullRequest } from '../base/pull-request.ts';
import { repositoryProblem } from '../git/repository-problem.ts';
import { runGit, type GitResult } from '../git/run-git.ts';
import { lockNewWorktree } from '../worktree-lock.ts';
import { generatedWorktreeName, worktreeNameProblem } from '../name/worktree-name.ts';
import { pathsProblem, PLAIN_WORKTREES, type WorktreeSettings } from '../worktree-settings.ts';
import { differingFiles } from '../worktree-work.ts';

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
  /** How many ignored files `.worktreeinclude` has brought along now: also into one whose maker was killed before it had. */
  readonly copiedFiles: number;
  /** Directories that are links to those of the checkout it was made from. */
  readonly linkedDirectories?: readonly string[] | undefined;
  /** Undefined: all of the commit is checked out. */
  readonly sparsePaths?: readonly string[] | undefined;
  /** About the commit that it starts from, as a clause. */
  readonly baseNote?: string | undefined;
  /** It was just made, and its submodules are empty directories. */
  readonly hasSubmodules?: boolean | undefined;
}

export type OpenedWorktree =
  | { readonly ok: true; readonly worktree: Worktree }
  /** In words for a person: what is wrong and how to fix it. Nothing was made. */
  | { readonly ok: false; readonly message: string };

export interface OpenWorktreeOptions {
  /** A new worktree starts from it and is named after it; the name is not used. */
  readonly pullRequest?: PullRequest | undefined;
  /** How a new worktree is made. Default: all of the current commit. */
  readonly settings?: WorktreeSettings | undefined;
}

const NO_REPOSITORY = 'a worktree needs a git repository, and there is none here; create one with `git init`';
const BARE =
  'this is a bare repository, which has no checkout to start from; create one with `git worktree add PATH BRANCH`, and use -w there';

const wrong = (message: string): OpenedWorktree => ({ ok: false, message });

/**
 * Makes a worktree from the commit that is checked out around `cwd`, or enters the one of that name.
 * @param cwd absolute and real
 * @param name empty: one is made up
 */
export async function openWorktree(
  cwd: string,
  name: string,
  { pullRequest, settings = PLAIN_WORKTREES }: OpenWorktreeOptions = {},
): Promise<OpenedWorktree> {
  const given =
    pullRequest !== undefined ? pullRequestName(pullRequest) : name === '' ? generatedWorktreeName() : name;
  const problem = worktreeNameProblem(given) ?? pathsProblem(settings);
  if (problem !== undefined) return wrong(problem);
  const repository = findRepository(cwd);
  if (repository === undefined) return wrong(isBare(cwd) ? BARE : NO_REPOSITORY);
  const { root, mainRoot, commonDirectory } = repository;
  const path = join(mainRoot, '.claude', 'worktrees', given);
  const link = linkOnTheWay(mainRoot, path);
  if (link !== undefined)
    return wrong(`${link} is a symbolic link, so worktrees would be elsewhere; replace it with a directory`);
  const lock = takeNameLock(commonDirectory, given);
  if (typeof lock === 'string') return wrong(lock);
  try {
    return await inTurn(mainRoot, () =>
      openLocked({ cwd, root, mainRoot, commonDirectory, path, name: given, pullRequest, settings }),
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
  readonly pullRequest: PullRequest | undefined;
  readonly commonDirectory: string;
  readonly settings: WorktreeSettings;
}

/** While no other session of this machine makes or enters the worktree. */
async function openLocked(wanted: Wanted): Promise<OpenedWorktree> {
  const { cwd, root, mainRoot, commonDirectory, path, name, settings } = wanted;
  const why = await problemOf(root, mainRoot);
  if (why !== undefined)
    return wrong(
      `${why}; if you trust the repository, create the worktree yourself with git worktree add, and pass it with --cwd`,
    );
  const known = await knownWorktree(mainRoot, commonDirectory, path);
  if (!known.ok) return wrong(known.message);
  const { existing } = known;
  const isEntered = existing !== undefined && !existing.isPrunable && !isUnfinished(existing);
  const mark = markUnfilled(commonDirectory, name);
  if (!isEntered) mark.set();
  // Beside the making, and started after it: it only reads.
  const [made, missingFiles] = isEntered
    ? [await enterListed(mainRoot, existing), 0]
    : await Promise.all([makeFrom(wanted, existing), differingFiles(root)]);
  if (!made.ok) {
    if (!existsSync(path)) mark.remove();
    return made;
  }
  const real = realDirectory(path);
  if (real === undefined) return wrong(`git created no worktree at ${path}`);
  const isFilled = !made.isNew && !mark.isSet();
  const copiedFiles = isFilled ? 0 : await copyIncluded(mainRoot, real);
  const linkedDirectories = isFilled ? [] : linkDirectories(root, real, settings.symlinkDirectories);
  mark.remove();
  return {
    ok: true,
    worktree: {
      name,
      path: real,
      directory: realDirectory(join(real, relative(root, cwd))) ?? real,
      mainRoot,
      branch: made.branch,
      isNew: made.isNew,
      commit: await checkedOutCommit(real, made.isNew ? made.branch : undefined, commonDirectory),
      missingFiles,
      ...{ copiedFiles, linkedDirectories },
      sparsePaths: made.isNew && settings.sparsePaths.length > 0 ? settings.sparsePaths : undefined,
      baseNote: 'note' in made ? made.note : undefined,
      hasSubmodules: made.isNew && existsSync(join(real, '.gitmodules')),
    },
  };
}

/** Why git must not make a worktree of either checkout. */
async function problemOf(root: string, mainRoot: string): Promise<string | undefined> {
  for (const checkout of new Set([root, mainRoot])) {
    const why = await repositoryProblem(checkout);
    if (why !== undefined) return why;
  }
  return undefined;
}

type Made =
  | {
      readonly ok: true;
      readonly branch: string | undefined;
      readonly isNew: boolean;
      /** About that commit, as a clause. */
      readonly note?: string | undefined;
    }
  | { readonly ok: false; readonly message: string };

async function makeFrom(wanted: Wanted, existing: ListedWorktree | undefined): Promise<Made> {
  const { root, pullRequest, settings, commonDirectory } = wanted;
  const base = await baseCommit(root, { pullRequest, baseRef: settings.baseRef, commonDirectory });
  if (!base.ok) return base;
  const made = await make(wanted, base.commit, existing, base.env);
  await base.release();
  return made.ok ? { ...made, note: base.note } : made;
}

async function make(
  { root, mainRoot, path, name, settings: { sparsePaths } }: Wanted,
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
  const parent = join(mainRoot, '.claude', 'worktrees');
  mkdirSync(parent, { recursive: true });
  // So that the main checkout doesn't show its worktrees as untracked files.
  ignoreAll(join(parent, '.gitignore'));
  const isSparse = sparsePaths.length > 0;
  const add = (...from: readonly string[]) =>
    runGit(root, ['worktree', 'add', '--quiet', ...(isSparse ? UNFILLED : []), ...from], { env });
  // Rarely there is such a branch already, and then git says so before it does anything.
  const created = await add('-b', branch, path, commit);
  const isKnown =
    !created.ok && (await runGit(mainRoot, ['rev-parse', '--verify', `refs/heads/${branch}`])).ok;
  const added = isKnown ? await add(path, branch) : created;
  if (!added.ok) {
    const base = await runGit(root, ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]);
    return base.ok
      ? { ok: false, message: `the worktree ${path} can't be created: ${added.message}` }
      : { ok: false, message: 'a worktree needs a commit to start from, and this repository has none yet' };
  }
  const filled = isSparse ? await fill(path, sparsePaths, env) : added;
  if (!filled.ok)
    return {
      ok: false,
      message: `the paths of worktree.sparsePaths can't be checked out: ${filled.message}`,
    };
  const locked = await lockNewWorktree(mainRoot, path);
  return locked.ok
    ? { ok: true, branch, isNew: true }
    : { ok: false, message: `the worktree ${path} can't be locked: ${locked.message}` };
}

/** Marked as git marks one that it is making, until it is filled: a process that was killed before then has left nothing in it. */
const UNFILLED = ['--no-checkout', '--lock', '--reason', UNFINISHED];

/** Checks out the files at the top, and some directories. */
async function fill(
  path: string,
  directories: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<GitResult> {
  const set = await runGit(path, ['sparse-checkout', 'set', '--cone', '--', ...directories]);
  return set.ok ? runGit(path, ['checkout', '--quiet', '--no-recurse-submodules'], { env }) : set;
}

/** An empty file is one whose writer was killed. What someone else has written there stays. */
function ignoreAll(file: string): void {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    // A repository may have a link there, which leads anywhere.
    if (stats === undefined) writeFileSync(file, '*\n', { flag: 'wx' });
    else if (stats.isFile() && stats.size === 0) writeFileSync(file, '*\n');
  } catch {
    // The worktrees are shown as untracked files, then.
  }
}

/** Also of the directory `.git` of a repository. */
function isBare(directory: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(directory, name)));
}

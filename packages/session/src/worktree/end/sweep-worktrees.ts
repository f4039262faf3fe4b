import { lstatSync, statSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { isInside } from '@sluice/core';
import { findRepository } from '@sluice/settings';
import { enterListed } from '../open/enter-listed.ts';
import { linkOnTheWay } from '../fill/link-on-the-way.ts';
import { listWorktrees, type ListedWorktree } from '../git/list-worktrees.ts';
import { takeNameLock } from '../name/name-lock.ts';
import { removeWorktree } from './remove-worktree.ts';
import { repositoryProblem } from '../git/repository-problem.ts';
import { runGit } from '../git/run-git.ts';
import { lockHolder, unlockWorktree } from '../worktree-lock.ts';
import { LEAST_AGE_MS, MAX_REMOVED_AT_ONCE } from '../worktree-limits.ts';

interface SweepOptions {
  /** Absolute and real. */
  readonly cwd: string;
  /** Worktrees that no one has used for so long (`cleanupPeriodDays`). */
  readonly days: number;
  /** Milliseconds since the Unix epoch. */
  readonly now?: number | undefined;
}

const DAY_MS = 86_400_000;
/** In the repository's own directory: when it was last swept. */
const MARK = 'sluice-worktrees-swept';

/**
 * Removes the worktrees that Sluice has made in this repository, in which no one has worked for some time and nothing would be lost;
 * at most once a day. Work stays for ever: a changed file, or a commit that no other branch has. Resolves with their names; never
 * throws.
 */
export async function sweepWorktrees({
  cwd,
  days,
  now = Date.now(),
}: SweepOptions): Promise<readonly string[]> {
  try {
    const repository = findRepository(cwd);
    if (repository === undefined) return [];
    const { mainRoot, commonDirectory } = repository;
    const place = join(mainRoot, '.claude/worktrees');
    if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    if (linkOnTheWay(mainRoot, place) !== undefined || !(await isDue(join(commonDirectory, MARK), now)))
      return [];
    if ((await repositoryProblem(mainRoot)) !== undefined) return [];
    const before = now - Math.max(days * DAY_MS, LEAST_AGE_MS);
    const removed: string[] = [];
    for (const listed of (await listWorktrees(mainRoot)) ?? []) {
      const name = relative(place, listed.path);
      if (!isInside(listed.path, place) || listed.branch !== `worktree-${name}`) continue;
      if (!isLeft(listed) || removed.length >= MAX_REMOVED_AT_ONCE) continue;
      // One after the other: it is work in the background.
      // oxlint-disable-next-line no-await-in-loop
      const usedAt = await lastUse(listed.path);
      if (usedAt === undefined || usedAt >= before) continue;
      // oxlint-disable-next-line no-await-in-loop
      if (await remove(mainRoot, commonDirectory, name, listed)) removed.push(name);
    }
    return removed;
  } catch {
    return [];
  }
}

function isLeft({ lock, isPrunable }: ListedWorktree): boolean {
  return !isPrunable && (lock === undefined || lockHolder(lock) === 'an ended session');
}

/** When it was last locked, unlocked, checked out or committed in. Undefined: not known. */
async function lastUse(path: string): Promise<number | undefined> {
  const asked = await runGit(path, ['rev-parse', '--git-dir']);
  if (!asked.ok) return undefined;
  const directory = resolve(path, asked.output.trim());
  const times = [
    path,
    directory,
    ...['HEAD', 'index', 'locked', 'logs/HEAD'].map((name) => join(directory, name)),
  ].map((place) => statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

async function remove(
  mainRoot: string,
  commonDirectory: string,
  name: string,
  listed: ListedWorktree,
): Promise<boolean> {
  const lock = takeNameLock(commonDirectory, name);
  if (typeof lock === 'string') return false;
  try {
    const entered = await enterListed(mainRoot, listed);
    if (!entered.ok) return false;
    const { path, branch } = listed;
    const worktree = { name, path, mainRoot, branch, isNew: false, commit: '' };
    const result = await removeWorktree(worktree, false);
    if (result.kind === 'kept') await unlockWorktree(mainRoot, path);
    return result.kind === 'removed';
  } finally {
    lock.release();
  }
}

/** Marks the day, so that one of several programs sweeps. */
async function isDue(mark: string, now: number): Promise<boolean> {
  const last = lstatSync(mark, { throwIfNoEntry: false });
  if (last !== undefined && (!last.isFile() || (last.mtimeMs <= now && now - last.mtimeMs < DAY_MS)))
    return false;
  if (last === undefined) await writeFile(mark, '', { flag: 'wx' });
  await utimes(mark, now / 1000, now / 1000);
  return true;
}

import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { currentProcess, isRunning } from '@sluice/base';
import { runGit, type GitResult } from './git/run-git.ts';

const MARK = 'sluice';

/** Locks a worktree in the name of this process, so that neither git nor another session removes it. */
export function lockWorktree(mainRoot: string, path: string): Promise<GitResult> {
  return runGit(mainRoot, ['worktree', 'lock', '--reason', ownReason(), path]);
}

/**
 * The same for one that git has just made: writes the file `locked` in the worktree's directory of the repository
 * (gitrepository-layout) as git would, without another start of git.
 */
export async function lockNewWorktree(mainRoot: string, path: string): Promise<GitResult> {
  try {
    const [, directory] = /^gitdir: (.+)\n?$/.exec(await readFile(join(path, '.git'), 'utf8')) ?? [];
    if (directory === undefined) return await lockWorktree(mainRoot, path);
    await writeFile(join(resolve(path, directory), 'locked'), `${ownReason()}\n`);
    return { ok: true, output: '' };
  } catch {
    return lockWorktree(mainRoot, path);
  }
}

function ownReason(): string {
  const { pid, startTime } = currentProcess();
  return [MARK, pid, startTime].join(' ').trim();
}

export function unlockWorktree(mainRoot: string, path: string): Promise<GitResult> {
  return runGit(mainRoot, ['worktree', 'unlock', path]);
}

/** Who holds the lock of a worktree, by the reason that git lists. */
export function lockHolder(reason: string): 'a session' | 'an ended session' | 'somebody else' {
  const [, pid, startTime] = /^sluice (\d{1,10})(?: (\d{1,20}))?$/.exec(reason) ?? [];
  if (pid === undefined) return 'somebody else';
  const identity = startTime === undefined ? { pid: Number(pid) } : { pid: Number(pid), startTime };
  return isRunning(identity) ? 'a session' : 'an ended session';
}

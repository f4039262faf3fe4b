import { currentProcess, isRunning } from '@sluice/base';
import { runGit, type GitResult } from './run-git.ts';

const MARK = 'sluice';

/** Locks a worktree in the name of this process, so that neither git nor another session removes it. */
export function lockWorktree(mainRoot: string, path: string): Promise<GitResult> {
  const { pid, startTime } = currentProcess();
  const reason = [MARK, pid, startTime].join(' ').trim();
  return runGit(mainRoot, ['worktree', 'lock', '--reason', reason, path]);
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

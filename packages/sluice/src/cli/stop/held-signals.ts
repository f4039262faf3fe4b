import { readdirSync, readFileSync } from 'node:fs';

/**
 * Detects signals that the parent shell keeps to itself. While a shell waits for its only command, it handles a SIGINT
 * only after that command has ended. npm sends SIGINT to its shell and to no one else, so interrupting npm would do
 * nothing until then.
 *
 * The kernel does not report handled signals, but it counts how often a process goes to sleep, and a waiting shell that
 * gets no signal stays asleep. What wakes every process, such as Ctrl+Z or system suspend, also wakes those threads of
 * this program that otherwise sleep as long as it runs.
 *
 * Call the returned function periodically: it returns whether the shell was woken by a signal of its own since it last
 * returned true. It needs two calls to be sure.
 */
export function heldSignals(shell: number): () => boolean {
  if (!isOnlyChild(shell)) return () => false;
  let before = sleepsOf(shell);
  let threads = ownSleeps();
  let isSuspected = false;
  let wasStopped = false;
  return () => {
    const now = sleepsOf(shell);
    if (now === undefined || before === undefined) return false;
    if (/[Tt]/.test(now.state)) wasStopped = true;
    if (now.state !== 'S' || (now.count === before.count && !wasStopped)) return false;
    if (!isSuspected) {
      isSuspected = true;
      return false;
    }
    const ours = ownSleeps();
    const isOwn = !wasStopped && [...ours].some(([thread, count]) => threads.get(thread) === count);
    [before, threads, isSuspected, wasStopped] = [now, ours, false, false];
    return isOwn;
  };
}

interface Sleeps {
  /** One letter, as in `/proc/<pid>/stat`. */
  readonly state: string;
  readonly count: number;
}

function sleepsOf(process_: string | number): Sleeps | undefined {
  try {
    const status = readFileSync(`/proc/${process_}/status`, 'latin1');
    const state = /^State:\s+(\S)/m.exec(status)?.[1];
    const count = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1];
    return state === undefined || count === undefined ? undefined : { state, count: Number(count) };
  } catch {
    return undefined;
  }
}

function ownSleeps(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const thread of readdirSync('/proc/self/task')) {
    const sleeps = sleepsOf(`self/task/${thread}`);
    if (sleeps !== undefined) counts.set(thread, sleeps.count);
  }
  return counts;
}

function isOnlyChild(parent: number): boolean {
  try {
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'latin1').trim() === String(process.pid);
  } catch {
    return false;
  }
}

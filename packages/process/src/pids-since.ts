import { lastPid } from './last-pid.ts';
import { listPids } from './list-pids.ts';

/**
 * The pids of a process and of those that came after it, given away in order until they begin anew. A listing of all
 * takes longer than most commands: it is spared where nothing has come.
 */
export function pidsSince(pid: number, newest: number | undefined = lastPid()): readonly number[] {
  if (newest === pid) return [pid];
  const all = listPids();
  if (newest === undefined || newest < pid) return all;
  // Those above it are from before the pids began anew.
  return all.filter((one) => one >= pid && one <= newest);
}

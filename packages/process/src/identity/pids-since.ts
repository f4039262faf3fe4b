import { lastPid } from './last-pid.ts';
import { listPids } from './list-pids.ts';

/**
 * The pids of a process and of those that came after it, assigned in order until they wrap around. Listing all takes longer than most
 * commands, so it is skipped if nothing came after.
 */
export function pidsSince(pid: number, newest: number | undefined = lastPid()): readonly number[] {
  if (newest === pid) return [pid];
  const all = listPids();
  if (newest === undefined || newest < pid) return all;
  // Higher pids are from before the wraparound.
  return all.filter((one) => one >= pid && one <= newest);
}

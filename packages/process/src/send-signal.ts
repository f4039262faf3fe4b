import { hasEnded, readProcessStat, type ProcessStat } from './process-stat.ts';

/** False when the process has ended, its pid belongs to another one by now, or it is not ours to signal. */
export function sendSignal(process_: ProcessStat, signal: NodeJS.Signals): boolean {
  const now = readProcessStat(process_.pid);
  if (now === undefined || now.startTime !== process_.startTime || hasEnded(now)) return false;
  return kill(process_.pid, signal);
}

/** Signals every process of a group at once, so that none of them runs on while another has been ended. */
export function sendGroupSignal(group: number, signal: NodeJS.Signals): boolean {
  return kill(-group, signal);
}

function kill(target: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

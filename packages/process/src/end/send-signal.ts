import { hasEnded, readProcessStat, type ProcessStat } from '../identity/process-stat.ts';

/** False if the process has ended, its pid was reused, or we may not signal it. */
export function sendSignal(process_: ProcessStat, signal: NodeJS.Signals): boolean {
  const now = readProcessStat(process_.pid);
  if (now === undefined || now.startTime !== process_.startTime || hasEnded(now)) return false;
  return kill(process_.pid, signal);
}

/** Signals a whole process group at once, so that none of its processes continues after another has ended. */
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

import { readFileSync } from 'node:fs';
import { errorCode } from '../error-code.ts';

/** Tells a process from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to its start, as text; absent where the system has no `/proc`. */
  readonly startTime?: string;
}

export function currentProcess(): ProcessIdentity {
  const startTime = readState(process.pid)?.startTime;
  return startTime === undefined ? { pid: process.pid } : { pid: process.pid, startTime };
}

/** False only when the process has certainly ended; a zombie has. */
export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  const found = readState(pid);
  if (found === undefined) return takesSignals(pid);
  if (found.state === 'Z' || found.state === 'X') return false;
  return startTime === undefined || startTime === found.startTime;
}

function readState(pid: number): { readonly state: string; readonly startTime: string } | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is a name in brackets that may hold anything, so count from its end.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    return state === undefined || startTime === undefined ? undefined : { state, startTime };
  } catch {
    return undefined;
  }
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

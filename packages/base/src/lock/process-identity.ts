import { readFileSync } from 'node:fs';
import { errorCode } from '../error-code.ts';

/** Tells a process from a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to its start, as in field 22 of `/proc/<pid>/stat`; absent where the system has no such file. */
  readonly startTime?: string;
}

let current: ProcessIdentity | undefined;

/** The system is asked once: the answer never changes, and a process with much memory waits for it. */
export function currentProcess(): ProcessIdentity {
  return (current ??= identityOf(process.pid));
}

function identityOf(pid: number): ProcessIdentity {
  const startTime = readStat(pid)?.startTime;
  return startTime === undefined ? { pid } : { pid, startTime };
}

/** False only when the process has certainly ended; a zombie has. */
export function isRunning(identity: ProcessIdentity): boolean {
  const stat = readStat(identity.pid);
  if (stat === undefined) return takesSignals(identity.pid);
  if (stat.state === 'Z' || stat.state === 'X') return false;
  return identity.startTime === undefined || identity.startTime === stat.startTime;
}

function readStat(pid: number): { readonly state: string; readonly startTime: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets and may hold anything, so count from its end.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
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

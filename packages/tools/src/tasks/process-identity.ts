import { readFileSync } from 'node:fs';

/** Names a process for good, past the end of the program and the reuse of its pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot. */
  readonly startTime: number;
  /** Session id: that of its leader. */
  readonly session: number;
  readonly isEnded: boolean;
}

/** Undefined when there is no such process, or the system has no `/proc`. */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name stands in brackets and may hold both spaces and brackets.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ', 20);
  const startTime = Number(fields[19]);
  if (fields.length < 20 || !Number.isSafeInteger(startTime)) return undefined;
  return { pid, startTime, session: Number(fields[3]), isEnded: fields[0] === 'Z' || fields[0] === 'X' };
}

/** Start times count from the boot: an earlier one's mean nothing. Empty on a system that does not tell. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}

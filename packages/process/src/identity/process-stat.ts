import { closeSync, openSync, readSync } from 'node:fs';

/** The relevant fields of one line of `/proc/<pid>/stat`. */
export interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly threads: number;
  /** Clock ticks since boot: together with the pid, a unique id. */
  readonly startTime: number;
}

const buffer = Buffer.allocUnsafe(1024);

/** Undefined if there is no such process. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/stat`, 'r');
  } catch {
    return undefined;
  }
  try {
    return parseProcessStat(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** The name is in parentheses and may contain spaces and parentheses itself, so fields are counted from the last one. */
export function parseProcessStat(line: string): ProcessStat | undefined {
  const open = line.indexOf('(');
  const close = line.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const fields = line.slice(close + 2).split(' ', 20);
  const startTime = Number(fields[19]);
  if (fields.length < 20 || !Number.isFinite(startTime)) return undefined;
  return {
    pid: Number.parseInt(line, 10),
    name: Buffer.from(line.slice(open + 1, close), 'latin1').toString('utf8'),
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    threads: Number(fields[17]),
    startTime,
  };
}

/**
 * A zombie has ended, whether or not anyone ever waits for it: in a container without an init process, no one does. A process of which only
 * the main thread has exited also shows as a zombie, but still runs.
 */
export function hasEnded({ state, threads }: ProcessStat): boolean {
  return (state === 'Z' || state === 'X') && threads <= 1;
}

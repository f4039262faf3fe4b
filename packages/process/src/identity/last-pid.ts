import { closeSync, openSync, readSync } from 'node:fs';

const buffer = Buffer.allocUnsafe(256);

/** The most recently assigned pid, of a process or a thread; undefined if the system doesn't say. */
export function lastPid(): number | undefined {
  let file: number;
  try {
    file = openSync('/proc/loadavg', 'r');
  } catch {
    return undefined;
  }
  try {
    return parseLastPid(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)));
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** The last word of `/proc/loadavg`; systems that only emulate Linux return 0. */
export function parseLastPid(line: string): number | undefined {
  const pid = Number(line.slice(line.lastIndexOf(' ') + 1));
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

import { readFileSync } from 'node:fs';

/** The words that a process was started with. Empty: it has ended, or can't be read. */
export function commandLine(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

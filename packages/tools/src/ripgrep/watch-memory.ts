import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const POLL_MS = 200;

/**
 * Bytes that rg may hold: half of what there is. It reads a line as a whole, and notes all matches of a line before it
 * prints the first, so that one file with a line of gigabytes could take all memory of the machine.
 */
export function ripgrepMemoryLimit(): number {
  const constrained = process.constrainedMemory();
  return Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / 2;
}

/**
 * Calls `onExcess` once when a process holds more than `limitBytes` beside what it has mapped of files. Answers with
 * what ends the watch. Where the system has no /proc nothing is watched.
 */
export function watchMemory(pid: number | undefined, limitBytes: number, onExcess: () => void): () => void {
  const timer = setInterval(() => {
    if (pid === undefined || heldBytes(pid) <= limitBytes) return;
    clearInterval(timer);
    onExcess();
  }, POLL_MS).unref();
  return () => clearInterval(timer);
}

function heldBytes(pid: number): number {
  try {
    const found = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return found === null ? 0 : Number(found[1]) * 1024;
  } catch {
    return 0;
  }
}

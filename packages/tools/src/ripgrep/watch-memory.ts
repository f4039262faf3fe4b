import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

const POLL_MS = 200;

/**
 * Maximum memory of rg in bytes: half of the machine's. It reads a line as a whole, and collects all matches of a line before it prints
 * the first, so a file with a gigabyte-long line could use up the machine's memory.
 */
export function ripgrepMemoryLimit(): number {
  const constrained = process.constrainedMemory();
  return Math.min(totalmem(), constrained > 0 ? constrained : Infinity) / 2;
}

/**
 * Calls `onExcess` once if a process uses more than `limitBytes`, not counting mapped files. Returns a function that stops watching.
 * Without /proc nothing is watched.
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

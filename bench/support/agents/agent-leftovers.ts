import { readdirSync, readFileSync } from 'node:fs';

/** Processes whose command line has this word. */
export function processesWith(word: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && wordsOf(pid).includes(word));
}

function wordsOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

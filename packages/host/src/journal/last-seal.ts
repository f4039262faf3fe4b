import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { LINE_LIMIT } from './parse-journal-line.ts';
import { EMPTY_JOURNAL, readSeal, type JournalEnd } from './line-seal.ts';

/** The highest seal among the last lines of a journal: that of its end, unless the lines are out of order. */
export function lastSeal(path: string): JournalEnd {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return EMPTY_JOURNAL;
  }
  try {
    const { size } = fstatSync(file);
    // A torn line, and a whole one before it.
    const start = Math.max(0, size - 3 * LINE_LIMIT);
    const tail = Buffer.alloc(size - start);
    const length = readSync(file, tail, 0, tail.length, start);
    return tail
      .toString('utf8', 0, length)
      .split('\n')
      .map(readSeal)
      .reduce<JournalEnd>(
        (highest, seal) => (typeof seal === 'object' && seal.number > highest.number ? seal : highest),
        EMPTY_JOURNAL,
      );
  } finally {
    closeSync(file);
  }
}

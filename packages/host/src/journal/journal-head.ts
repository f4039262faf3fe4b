import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { JournalEnd } from './line-seal.ts';

/** Next to the journal: records how far it got, so that lines missing at its end are noticed. */
export const HEAD_FILE = 'journal.head';

/** Fixed length, so that each write replaces the previous one. */
const HEAD_CHARS = 27;

/**
 * The end of the journal as its writer last recorded it. A killed process may have written more. Undefined: there is no record, since
 * the file is missing, empty or damaged.
 */
export function readHead(path: string): JournalEnd | undefined {
  try {
    const found = /^(\d+) (\d+) *\n$/.exec(readFileSync(path, 'latin1'));
    if (found === null) return undefined;
    return { number: Number(found[1]), checksum: Number(found[2]) };
  } catch {
    return undefined;
  }
}

export interface HeadWriter {
  /** Records the end. A failed write is ignored: the head then records less than there is. */
  write(end: JournalEnd): void;
  /** May be called more than once. */
  close(): void;
}

/** @throws what Node throws when the file can't be opened. */
export function openHead(path: string): HeadWriter {
  const fd = openSync(path, 'a+', 0o600);
  closeSync(fd);
  const file = openSync(path, 'r+');
  let isOpen = true;
  return {
    write({ number, checksum }) {
      if (!isOpen) return;
      try {
        writeSync(file, `${`${number} ${checksum}`.padEnd(HEAD_CHARS)}\n`, 0, 'latin1');
      } catch {
        // The disk is full: the lines themselves matter more.
      }
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

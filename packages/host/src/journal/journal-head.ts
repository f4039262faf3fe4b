import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { EMPTY_JOURNAL, type JournalEnd } from './line-seal.ts';

/** Beside the journal: how far it had got, so that lines missing at its end show. */
export const HEAD_FILE = 'journal.head';

/** Always as long, so that one write replaces another. */
const HEAD_CHARS = 27;

/**
 * The end of the journal as its writer last noted it. A process that was killed may have written further; without the
 * file, or where it can't be read, nothing is known.
 */
export function readHead(path: string): JournalEnd {
  try {
    const found = /^(\d+) (\d+) *\n$/.exec(readFileSync(path, 'latin1'));
    if (found === null) return EMPTY_JOURNAL;
    return { number: Number(found[1]), checksum: Number(found[2]) };
  } catch {
    return EMPTY_JOURNAL;
  }
}

export interface HeadWriter {
  /** Notes the end. What can't be written is left: the head then says less than there is. */
  write(end: JournalEnd): void;
  /** May be called again. */
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
        // A full disk: the lines themselves are what counts.
      }
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

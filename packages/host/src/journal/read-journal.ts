import { join } from 'node:path';
import { errorCode } from '@sluice/base';
import type { JournalEntry } from '@sluice/core';
import { HEAD_FILE, readHead } from './journal-head.ts';
import { parseJournalLine } from './journal-line.ts';
import { readSeal } from './line-seal.ts';
import { orderLines, type SealedEntry } from './order-lines.ts';
import { readLines } from './read-lines.ts';

export const JOURNAL_FILE = 'journal.jsonl';

export interface JournalContent {
  /** In the order in which they were written. */
  readonly entries: readonly JournalEntry[];
  /** Lines that were torn, damaged, foreign, or written by a version that knows more. */
  readonly setAside: number;
  /** Lines that had been written and are no longer there, as they were. */
  readonly lost: number;
  /** Lines stood in another order, or more than once; their numbers have put that right. */
  readonly isRepaired: boolean;
  /** Lines of an older version, which have no checksum: that they are all there, and in order, is not known. */
  readonly unverified: number;
}

/** Far above what is ever written: a longer line is not ours. */
const LONGEST_LINE = 1024 * 1024;

/**
 * Reads a session's journal without its lock; entries that are being written meanwhile may be missing. No file reads as
 * no entries. Rejects when the file exists and can't be read.
 */
export async function readJournal(directory: string): Promise<JournalContent> {
  const unsealed: JournalEntry[] = [];
  const sealed: SealedEntry[] = [];
  let broken = 0;
  // Before the lines: what is written meanwhile is not taken for lost.
  const head = readHead(join(directory, HEAD_FILE));
  try {
    for await (const line of readLines(join(directory, JOURNAL_FILE), LONGEST_LINE)) {
      if (line === '') continue;
      const seal = line === undefined ? 'broken' : readSeal(line);
      const entry = line === undefined || seal === 'broken' ? undefined : parseJournalLine(line);
      if (typeof seal === 'object') sealed.push({ seal, entry });
      // Only what an older version began has lines without a seal, and those stand before all others.
      else if (entry === undefined || sealed.length > 0) broken += 1;
      else unsealed.push(entry);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const { entries, setAside, lost, isRepaired } = orderLines(sealed, head);
  return {
    entries: unsealed.length === 0 ? entries : [...unsealed, ...entries],
    setAside: broken + setAside,
    lost,
    isRepaired,
    unverified: unsealed.length,
  };
}

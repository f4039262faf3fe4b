import { join } from 'node:path';
import { errorCode } from '@sluice/base';
import type { JournalEntry } from '@sluice/core';
import { HEAD_FILE, readHead } from './journal-head.ts';
import { parseJournalLine } from './parse-journal-line.ts';
import { EMPTY_JOURNAL, readSeal } from './line-seal.ts';
import { orderLines, type SealedEntry } from './order-lines.ts';
import { readLines } from './read-lines.ts';

export const JOURNAL_FILE = 'journal.jsonl';

export interface JournalContent {
  /** In the order in which they were written. */
  readonly entries: readonly JournalEntry[];
  /** Lines that are torn, damaged, foreign, or written by a newer version. */
  readonly setAside: number;
  /** Lines that were written and are missing or changed. */
  readonly lost: number;
  /** Lines were out of order or duplicated, which their numbers corrected. */
  readonly isRepaired: boolean;
  /** Nothing records how far the journal got: lines may be missing at its end. */
  readonly isEndUnknown: boolean;
  /** Lines from an older version, without a checksum: no way to tell whether they are complete and in order. */
  readonly unverified: number;
}

/** Far above what is ever written: a longer line is not ours. */
const LONGEST_LINE = 1024 * 1024;

/**
 * Reads a session's journal without its lock, so entries written meanwhile may be missing. A missing file has no entries. Rejects if the
 * file exists and can't be read.
 */
export async function readJournal(directory: string): Promise<JournalContent> {
  const unsealed: JournalEntry[] = [];
  const sealed: SealedEntry[] = [];
  let broken = 0;
  // Read before the lines, so that lines written meanwhile don't seem lost.
  const head = readHead(join(directory, HEAD_FILE));
  try {
    for await (const line of readLines(join(directory, JOURNAL_FILE), LONGEST_LINE)) {
      if (line === '') continue;
      const seal = line === undefined ? 'broken' : readSeal(line);
      const entry = line === undefined || seal === 'broken' ? undefined : parseJournalLine(line);
      if (typeof seal === 'object') sealed.push({ seal, entry });
      // Only journals started by an older version have lines without a seal, and those come before all others.
      else if (entry === undefined || sealed.length > 0) broken += 1;
      else unsealed.push(entry);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const { entries, setAside, lost, isRepaired } = orderLines(sealed, head ?? EMPTY_JOURNAL);
  return {
    entries: unsealed.length === 0 ? entries : [...unsealed, ...entries],
    setAside: broken + setAside,
    lost,
    isRepaired,
    isEndUnknown: head === undefined && sealed.length > 0,
    unverified: unsealed.length,
  };
}

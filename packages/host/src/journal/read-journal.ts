import { join } from 'node:path';
import type { JournalEntry } from '@sluice/core';
import { errorCode } from '../io-failure.ts';
import { parseJournalLine } from './journal-line.ts';
import { readLines } from './read-lines.ts';

export const JOURNAL_FILE = 'journal.jsonl';

export interface JournalContent {
  readonly entries: readonly JournalEntry[];
  /** Lines that were torn, damaged, foreign, or written by a version that knows more. */
  readonly setAside: number;
}

/** Far above what is ever written: a longer line is not ours. */
const LONGEST_LINE = 1024 * 1024;

/**
 * Reads a session's journal without its lock; entries that are being written meanwhile may be missing. No file reads as
 * no entries. Rejects when the file exists and can't be read.
 */
export async function readJournal(directory: string): Promise<JournalContent> {
  const entries: JournalEntry[] = [];
  let setAside = 0;
  try {
    for await (const line of readLines(join(directory, JOURNAL_FILE), LONGEST_LINE)) {
      if (line === '') continue;
      const entry = line === undefined ? undefined : parseJournalLine(line);
      if (entry === undefined) setAside += 1;
      else entries.push(entry);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return { entries, setAside };
}

import type { JournalEntry } from '../journal/entry.ts';

export type JournalWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** The append-only record of a session. One writer at a time. */
export interface Journal {
  /** Written (write(2)) when it returns; never throws. A line is under 64 KB. */
  append(entry: JournalEntry): JournalWrite;
  /** All entries that can be read, in order; torn and unknown lines are counted and left out. */
  read(): Promise<{ readonly entries: readonly JournalEntry[]; readonly setAside: number }>;
  /** Gives the writer's lock back. */
  close(): void;
}

import type { JournalEntry } from './journal-entry.ts';

export type JournalWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface JournalReading {
  readonly entries: readonly JournalEntry[];
  readonly setAside: number;
  /** Entries that were appended and are missing. Absent: the journal can't tell. */
  readonly lost?: number;
  /** Entries were out of order, or duplicated, which is corrected here. */
  readonly isRepaired?: boolean;
  /** Entries may be missing at the end. Default false. */
  readonly isEndUnknown?: boolean;
  /** Entries for which the journal can't tell whether they are complete and in order. */
  readonly unverified?: number;
}

/** The append-only record of a session. One writer at a time. */
export interface Journal {
  /** Written (write(2)) when it returns; never throws. A line is under 64 KB. */
  append(entry: JournalEntry): JournalWrite;
  /**
   * Queues an entry to be written together with others of the same moment: before the next entry of `append`, and at the latest before
   * the event loop continues. `onWritten` is called once, when it is written or can't be; it must not throw. In a journal without this,
   * every entry is written by `append`.
   */
  appendSoon?(entry: JournalEntry, onWritten: (write: JournalWrite) => void): void;
  /** Writes what `appendSoon` has queued. */
  flush?(): void;
  /** All readable entries, in the order in which they were appended; torn and unknown lines are counted and left out. */
  read(): Promise<JournalReading>;
  /** Releases the writer's lock. */
  close(): void;
}

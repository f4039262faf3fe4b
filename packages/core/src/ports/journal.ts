import type { JournalEntry } from './journal-entry.ts';

export type JournalWrite = { readonly ok: true } | { readonly ok: false; readonly message: string };

export interface JournalReading {
  readonly entries: readonly JournalEntry[];
  readonly setAside: number;
  /** Entries that were appended and are no longer there. Absent: the journal can't tell. */
  readonly lost?: number;
  /** Entries stood in another order, or more than once, which is put right here. */
  readonly isRepaired?: boolean;
  /** Entries may be missing at the end. Default false. */
  readonly isEndUnknown?: boolean;
  /** Entries of which the journal can't tell whether they are all there, and in order. */
  readonly unverified?: number;
}

/** The append-only record of a session. One writer at a time. */
export interface Journal {
  /** Written (write(2)) when it returns; never throws. A line is under 64 KB. */
  append(entry: JournalEntry): JournalWrite;
  /**
   * Takes an entry that is to be written together with others which come in the same moment: before the next entry of
   * `append`, and at the latest before the event loop goes on. `onWritten` is called once, when it is written or can't
   * be; it must not throw. A journal without this has every entry written by `append`.
   */
  appendSoon?(entry: JournalEntry, onWritten: (write: JournalWrite) => void): void;
  /** Writes what `appendSoon` has taken. */
  flush?(): void;
  /** All entries that can be read, in the order in which they were appended; torn and unknown lines are counted and left out. */
  read(): Promise<JournalReading>;
  /** Gives the writer's lock back. */
  close(): void;
}

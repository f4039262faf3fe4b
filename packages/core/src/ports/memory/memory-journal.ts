import type { JournalEntry } from '../journal-entry.ts';
import type { Journal } from '../journal.ts';

const LINE_LIMIT = 64 * 1024;

export interface MemoryJournal extends Journal {
  /** What has been written so far, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Makes every later append fail with `message`; undefined repairs it. */
  breakWith(message: string | undefined): void;
}

/** A journal that lives as long as its object. Entries are copied on the way in and out. */
export function createMemoryJournal(initialEntries: readonly JournalEntry[] = []): MemoryJournal {
  const encoder = new TextEncoder();
  const entries: JournalEntry[] = structuredClone([...initialEntries]);
  let failure: string | undefined;
  let isClosed = false;

  return {
    entries,
    append(entry) {
      if (isClosed) return { ok: false, message: 'The journal is closed.' };
      if (failure !== undefined) return { ok: false, message: failure };
      const bytes = encoder.encode(JSON.stringify(entry)).length + 1;
      if (bytes >= LINE_LIMIT) {
        return {
          ok: false,
          message: `A journal line must be under ${LINE_LIMIT} bytes; this one has ${bytes}.`,
        };
      }
      entries.push(structuredClone(entry));
      return { ok: true };
    },
    read: async () => ({ entries: structuredClone(entries), setAside: 0 }),
    close() {
      isClosed = true;
    },
    breakWith(message) {
      failure = message;
    },
  };
}

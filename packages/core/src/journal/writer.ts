import type { Clock } from '../ports/clock.ts';
import type { Journal, JournalWrite } from '../ports/journal.ts';
import type { ResultStore } from '../ports/store.ts';
import type { HeldContent } from '../result/content.ts';
import type { JournalEntry, JournalText } from '../ports/journal-entry.ts';

/** Maximum UTF-16 units of a text in a line: with at most four bytes each, including escapes, lines stay under 64 KB. */
const INLINE_CHARS = 8000;

type Body<Entry = JournalEntry> = Entry extends JournalEntry ? Omit<Entry, 'v' | 'time'> : never;

/** Writes the journal's lines; each returns why if it could not be written. Without a journal, writing succeeds. */
export interface JournalWriter {
  /** False without a journal: then no line needs to be built. */
  readonly isOn: boolean;
  write(body: Body): string | undefined;
  /** The same for a line that nothing has to wait for: many of them are written at once. */
  writeSoon(body: Body, onWritten: (problem: string | undefined) => void): void;
  /** Writes the waiting lines. */
  flush(): void;
  /** A text for a line: returned at once if it is short, else stored first. */
  text(text: string): JournalText | Promise<JournalText>;
}

export function createJournalWriter(
  journal: Journal | undefined,
  store: ResultStore,
  clock: Clock,
): JournalWriter {
  const write = (body: Body): string | undefined =>
    journal === undefined ? undefined : problemOf(journal.append({ v: 1, time: clock.wallTime(), ...body }));
  return {
    isOn: journal !== undefined,
    write,
    writeSoon(body, onWritten) {
      if (journal?.appendSoon === undefined) return onWritten(write(body));
      journal.appendSoon({ v: 1, time: clock.wallTime(), ...body }, (written) =>
        onWritten(problemOf(written)),
      );
    },
    flush: () => journal?.flush?.(),
    text: (text) => (journal === undefined || isInline(text) ? { text } : keepLong(store, text)),
  };
}

function problemOf(written: JournalWrite): string | undefined {
  return written.ok ? undefined : written.message;
}

async function keepLong(store: ResultStore, text: string): Promise<JournalText> {
  const written = await store.put(text);
  if (written.ok) return { path: written.file.path, bytes: written.file.bytes };
  return { text: JSON.stringify(`(The content could not be saved: ${written.message})`) };
}

export function isInline(text: string): boolean {
  return text.length <= INLINE_CHARS;
}

export function contentText(content: HeldContent): string {
  return JSON.stringify(content);
}

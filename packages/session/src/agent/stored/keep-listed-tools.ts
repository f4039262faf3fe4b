import { systemClock, type JournalText } from '@sluice/core';
import type { Session } from '../../directory/open-session.ts';

/** UTF-16 units allowed in a line of the journal, which is under 64 KB. */
const INLINE_CHARS = 8000;

/**
 * Records which deferred tools were announced to the model, so that a resumed conversation announces only
 * changes.
 */
export function keepListedTools(
  { journal, store }: Pick<Session, 'journal' | 'store'>,
  tell: (problem: string) => void,
): (names: readonly string[]) => void {
  let writing = Promise.resolve();
  return (names) => {
    if (journal === undefined) return;
    const append = (kept: JournalText): void => {
      const done = journal.append({ v: 1, time: systemClock.wallTime(), type: 'tools-listed', names: kept });
      if (!done.ok)
        tell(`The list of tools that the model knows could not be written to the journal: ${done.message}`);
    };
    const text = JSON.stringify(names);
    if (text.length <= INLINE_CHARS) {
      writing = writing.then(() => append({ text }));
      return;
    }
    writing = writing.then(async () => {
      const stored = await store.put(text);
      if (stored.ok) append(stored.file);
      else tell(`The list of tools that the model knows could not be saved: ${stored.message}`);
    });
  };
}

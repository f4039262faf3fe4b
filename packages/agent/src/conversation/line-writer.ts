import { parseContent, textOf, type JournalText, type JournalWriter } from '@sluice/core';
import type { Unwritten } from './conversation.ts';

export type Line = Parameters<JournalWriter['write']>[0];

/** Writes lines in the order in which it is told of them, though a long text has to be stored before its line. */
export interface LineWriter {
  /** Answers once the line is written. */
  write(line: Line): Promise<Unwritten>;
  /** A line with a text. When the text can't be kept the line says so in its place, or with `skip` is not written. */
  writeText(text: string, line: (kept: JournalText) => Line, whenLost?: 'tell' | 'skip'): Promise<Unwritten>;
}

export function createLineWriter(journal: JournalWriter): LineWriter {
  let last: Promise<unknown> | undefined;

  const after = (before: Promise<unknown>, write: () => string | undefined): Promise<Unwritten> => {
    const written = before.then(() => unwritten(write()));
    last = written;
    void written.finally(() => {
      if (last === written) last = undefined;
    });
    return written;
  };
  const inOrder = (write: () => string | undefined): Promise<Unwritten> =>
    last === undefined ? Promise.resolve(unwritten(write())) : after(last, write);

  return {
    write: (line) => inOrder(() => journal.write(line)),
    writeText(text, line, whenLost = 'tell') {
      const keeping = journal.text(text);
      if (!(keeping instanceof Promise)) return inOrder(() => journal.write(line(keeping)));
      const before = last;
      let kept: JournalText | undefined;
      const stored = keeping.then(async (done) => {
        kept = done;
        await before;
      });
      return after(stored, () => {
        if (kept === undefined) return undefined;
        // Of a text that went to the store the line has its place; where it has a text, that is why it did not.
        const lost = 'text' in kept ? textOf(parseContent(kept.text) ?? kept.text) : undefined;
        const problem = lost !== undefined && whenLost === 'skip' ? undefined : journal.write(line(kept));
        return problem ?? lost;
      });
    },
  };
}

function unwritten(reason: string | undefined): Unwritten {
  if (reason === undefined) return undefined;
  return `What was said could not be written to the journal, and a session that goes on will lack it: ${reason}`;
}

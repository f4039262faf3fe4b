import { parseContent, textOf, type JournalText, type JournalWriter } from '@sluice/core';
import type { Unwritten } from './conversation.ts';

export type Line = Parameters<JournalWriter['write']>[0];

/** Writes lines in call order, even though a long text must be stored before its line. */
export interface LineWriter {
  /** Resolves when the line is written. */
  write(line: Line): Promise<Unwritten>;
  /**
   * Writes a line with a text. If the text can't be stored, the line says so instead; with `skip`, it is not
   * written.
   */
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
        // A line holds the location of a stored text; if it holds a text instead, that text says why storing
        // failed.
        const lost = 'text' in kept ? textOf(parseContent(kept.text) ?? kept.text) : undefined;
        const problem = lost !== undefined && whenLost === 'skip' ? undefined : journal.write(line(kept));
        return problem ?? lost;
      });
    },
  };
}

function unwritten(reason: string | undefined): Unwritten {
  if (reason === undefined) return undefined;
  return `The conversation could not be written to the journal and will be missing when the session is resumed: ${reason}`;
}

import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '@sluice/core';
import { journalEntry, note } from './journal-entries.ts';

export interface JournalUnderTest {
  readonly journal: Journal;
  dispose(): void;
}

const runs = Number(process.env['SLUICE_RUNS'] ?? 200);

/** What every journal promises. `makeJournal` gives an empty one. */
export function describeJournal(name: string, makeJournal: () => JournalUnderTest): void {
  describe(`${name}: the promises of a journal`, () => {
    let subject: JournalUnderTest;
    beforeEach(() => {
      subject = makeJournal();
    });
    afterEach(() => {
      subject.dispose();
    });

    it('is empty at first', async () => {
      expect(await subject.journal.read()).toMatchObject({ entries: [], setAside: 0 });
    });

    it('gives back every entry in order', async () => {
      const all: JournalEntry[] = [];
      await fc.assert(
        fc.asyncProperty(fc.array(journalEntry, { maxLength: 4 }), async (entries) => {
          for (const entry of entries) expect(subject.journal.append(entry)).toEqual({ ok: true });
          all.push(...entries);
        }),
        { numRuns: runs },
      );
      expect(await subject.journal.read()).toMatchObject({ entries: all, setAside: 0 });
    });

    it('keeps entries that may wait in their order among the others, and answers for each once', async () => {
      const all: JournalEntry[] = [];
      const { journal } = subject;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(journalEntry, fc.boolean(), fc.boolean()), { maxLength: 6 }),
          async (steps) => {
            const answers = new Map<number, unknown>();
            for (const [index, [entry, isSoon, isFlushed]] of steps.entries()) {
              all.push(entry);
              const answer = (written: unknown): void => {
                expect(answers.has(index)).toBe(false);
                answers.set(index, written);
              };
              if (isSoon && journal.appendSoon !== undefined) journal.appendSoon(entry, answer);
              else answer(journal.append(entry));
              if (isFlushed) journal.flush?.();
              if (isFlushed || !isSoon) expect(answers.size).toBe(index + 1);
            }
            await Promise.resolve();
            expect([...answers.values()]).toEqual(steps.map(() => ({ ok: true })));
          },
        ),
        { numRuns: runs },
      );
      expect(await journal.read()).toMatchObject({ entries: all, setAside: 0 });
    });

    it('writes what waits before it is read or closed', async () => {
      const { journal } = subject;
      const answers: unknown[] = [];
      const soon = (text: string): void =>
        journal.appendSoon?.(note(text), (written) => void answers.push(written));
      if (journal.appendSoon === undefined) return;
      soon('first');
      expect((await journal.read()).entries).toEqual([note('first')]);
      soon('second');
      soon('x'.repeat(64 * 1024));
      journal.close();
      soon('third');
      await Promise.resolve();
      expect((await journal.read()).entries).toEqual([note('first'), note('second')]);
      expect(answers).toMatchObject([{ ok: true }, { ok: false }, { ok: true }, { ok: false }]);
    });

    it('refuses a line of 64 KB as a value, and keeps the next', async () => {
      const refused = subject.journal.append(note('x'.repeat(64 * 1024)));
      expect(refused.ok).toBe(false);
      expect(refused.ok || refused.message).toMatch(/65536 bytes/);
      expect(subject.journal.append(note('x'.repeat(60 * 1024)))).toEqual({ ok: true });
      expect(subject.journal.append(note('\u20ac'.repeat(30 * 1024))).ok).toBe(false);
      expect((await subject.journal.read()).entries).toHaveLength(1);
    });

    it('is not changed by what happens later to an entry that was written or read', async () => {
      const record = { size: 1 };
      const entry: JournalEntry = {
        v: 1,
        time: 0,
        type: 'settled',
        messageId: 'm',
        callId: 'c',
        outcome: 'ok',
        isError: false,
        content: { text: '""' },
        record,
      };
      subject.journal.append(entry);
      record.size = 2;
      const [first] = (await subject.journal.read()).entries;
      expect(first).toMatchObject({ record: { size: 1 } });
    });

    it('refuses entries once closed, as a value, and can be closed twice', async () => {
      subject.journal.append(note('before'));
      subject.journal.close();
      subject.journal.close();
      expect(subject.journal.append(note('after')).ok).toBe(false);
      expect((await subject.journal.read()).entries).toEqual([note('before')]);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { createMemoryJournal, readSession, type JournalEntry } from '../../src/index.ts';
import { createKit, outcomes, runAll, toolOf } from '../support/kit.ts';

const of = { v: 1, time: 0, messageId: 'message-1', callId: 'a' } as const;
const BEGUN: readonly JournalEntry[] = [
  { ...of, type: 'received', name: 'Effect', input: { text: '{}' } },
  { ...of, type: 'started', isIdempotent: false },
];

describe('a resume that is itself cut off', () => {
  it('after any of its lines leaves a call that had begun as one that is not repeated', async () => {
    const calls = [{ id: 'a', name: 'Effect', input: {} }];
    let runs = 0;
    const effect = toolOf('Effect', {
      async call() {
        runs += 1;
        return { data: '' };
      },
    });
    const resumeFrom = async (entries: readonly JournalEntry[]) => {
      const journal = createMemoryJournal(entries);
      const kit = createKit([effect], { resume: readSession(entries), memoryJournal: journal });
      const events = await runAll(kit, calls);
      return { entries: journal.entries, outcomes: outcomes(events) };
    };
    const first = await resumeFrom(BEGUN);
    expect(first.entries.length).toBeGreaterThan(BEGUN.length);
    for (let cut = BEGUN.length; cut <= first.entries.length; cut += 1) {
      const second = await resumeFrom(first.entries.slice(0, cut));
      expect(second.outcomes).toEqual({ a: 'outcome-unknown' });
    }
    expect(runs).toBe(0);
  });
});

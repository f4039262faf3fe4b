import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryJournal, type JournalEntry } from '@sluice/core';
import { checkRequest, createRequestCheck } from '../../src/conversation/check-request.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { act, scriptedSession } from './scripted-session.ts';

const acts = fc.array(act, { maxLength: 12 });

describe('a conversation and its journal', () => {
  it('reads back byte for byte, at any moment, and can be sent', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (steps) => {
        const { conversation, journal, store, perform } = scriptedSession();
        const grown = createRequestCheck();
        let isOpen = false;
        for (const step of steps) {
          await perform(step);
          if (step.type === 'answer') isOpen = step.end === 'abandoned';
          if (isOpen) continue;
          const { messages } = conversation;
          const read = await readConversation(journal.entries, store);
          expect(JSON.stringify(read.messages)).toBe(JSON.stringify(messages));
          expect(read.list.resultChars).toBe(conversation.resultChars);
          expect(JSON.stringify(messages).isWellFormed()).toBe(true);
          expect(JSON.stringify(messages)).not.toMatch(/\\ud[89a-f]/i);
          if (messages.length > 0) expect([checkRequest(messages), grown(messages)]).toEqual([[], []]);
        }
      }),
      { numRuns: Math.min(200, Number(process.env['SLUICE_RUNS'] ?? 200)) },
    );
  });

  it('a crash after any line leaves one that can be sent, goes on, and reads back as it went on', async () => {
    await fc.assert(
      fc.asyncProperty(acts, acts, fc.nat(), async (before, after, at) => {
        const first = scriptedSession();
        for (const step of before) await first.perform(step);
        const left = first.journal.entries.slice(0, at % (first.journal.entries.length + 1));
        const { store } = first;
        const resumed = await readConversation(left, store);
        if (resumed.messages.length > 0) expect(checkRequest(resumed.messages)).toEqual([]);
        const second = scriptedSession({
          journal: createMemoryJournal(left),
          store,
          resumed,
          prefix: 'later-',
        });
        for (const step of [...after, { type: 'answer', steps: [], ...WHOLE } as const]) {
          await second.perform(step);
        }
        const { messages } = await readConversation(second.journal.entries, store);
        expect(JSON.stringify(messages)).toBe(JSON.stringify(second.conversation.messages));
      }),
      { numRuns: Math.min(300, Number(process.env['SLUICE_RUNS'] ?? 300)) },
    );
  });

  it('D56: lines that are lost, doubled or out of place leave one that can be sent', async () => {
    const damage = fc.array(fc.record({ how: fc.constantFrom('lose', 'double', 'move'), at: fc.nat() }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(acts, damage, async (steps, faults) => {
        const { journal, store, perform } = scriptedSession();
        for (const step of steps) await perform(step);
        const lines: JournalEntry[] = [...journal.entries];
        for (const { how, at } of faults) {
          const [line] = lines.splice(at % Math.max(1, lines.length), 1);
          if (line === undefined || how === 'lose') continue;
          lines.splice((at * 7) % (lines.length + 1), 0, ...(how === 'double' ? [line, line] : [line]));
        }
        for (const path of [...store.texts.keys()].slice(faults.length)) store.remove(path);
        const { messages } = await readConversation(lines, store);
        if (messages.length > 0) expect(checkRequest(messages)).toEqual([]);
      }),
      { numRuns: Math.min(300, Number(process.env['SLUICE_RUNS'] ?? 300)) },
    );
  });
});

const WHOLE = { end: 'whole', saidMeanwhile: undefined, context: [] } as const;

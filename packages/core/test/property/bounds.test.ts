import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  buildConversation,
  createMemoryJournal,
  createMemoryStore,
  defineTool,
  readSession,
  type MemoryJournal,
  type MemoryStore,
  type RunEvent,
} from '../../src/index.ts';
import { createFakeClock } from '../../src/ports/memory/fake-clock.ts';
import { drive } from '../support/drive.ts';
import { RUNS } from '../support/toy-calls.ts';
import { createToyRuntime } from '../support/toy-runtime.ts';

const LIMIT = 3000;
const BUDGET = 12_000;

/** Texts with line ends, wide characters and lone surrogates. */
const text = fc
  .tuple(
    fc.constantFrom('a', 'line\n', '€', '😀', '\ud83d', ' \n'),
    fc.integer({ min: 0, max: 8000 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  .map(([piece, length, end]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end);

const call = fc.record({ text, ms: fc.integer({ min: 0, max: 5 }), bounds: fc.boolean() });

function printingTool(clock: ReturnType<typeof createFakeClock>) {
  return defineTool({
    name: 'Print',
    description: 'gives its input back',
    inputSchema: z.object({ text: z.string(), ms: z.number(), bounds: z.boolean() }),
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    maxResultSizeChars: ({ bounds }) => (bounds ? Infinity : LIMIT),
    async call({ text, ms }) {
      if (ms > 0) await new Promise<void>((resolve) => void clock.setTimer(ms, resolve));
      return { data: text };
    },
    shorten: (data, _input, maxChars) => `${data.slice(0, maxChars - 20).toWellFormed()}(and so on)`,
  });
}

async function runOnce(
  calls: readonly { text: string; ms: number; bounds: boolean }[],
  journal: MemoryJournal,
  store: MemoryStore,
  resume?: ReturnType<typeof readSession>,
): Promise<RunEvent[]> {
  const clock = createFakeClock();
  const { runtime } = createToyRuntime({
    tools: [printingTool(clock)],
    ports: { clock, store, journal },
    messageBudget: BUDGET,
    ...(resume === undefined ? {} : { resume }),
  });
  const input = calls.map((given, index) => ({ id: `c${index}`, name: 'Print', input: given }));
  return drive(runtime.run(input), clock);
}

function contents(events: readonly RunEvent[]): unknown[] {
  return events.flatMap((event) => (event.type === 'message' ? [event.results] : []));
}

describe('bounds', () => {
  it('hold for every size of output, lose nothing, and replay the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 10 }), async (calls) => {
        const journal = createMemoryJournal();
        const store = createMemoryStore();
        const events = await runOnce(calls, journal, store);

        // Per call, as a client sees it early.
        for (const event of events) {
          if (event.type !== 'tool-result') continue;
          const { content } = event.result;
          const given = calls[Number(event.callId.slice(1))];
          expect(typeof content === 'string' && content.isWellFormed() && content !== '').toBe(true);
          if (given?.bounds === false) expect(content.length).toBeLessThanOrEqual(LIMIT);
          if (event.record.storedAt !== undefined) {
            expect(await store.get(event.record.storedAt)).toBe(given?.text.toWellFormed());
          }
        }
        // Per message, as the model sees it.
        const [blocks] = events.flatMap((event) => (event.type === 'message' ? [event.results] : []));
        const total = (blocks ?? []).reduce((sum, { content }) => sum + content.length, 0);
        expect(total).toBeLessThanOrEqual(Math.max(BUDGET, calls.length * 4000));

        // Replayed from the journal, and by feeding the same calls to a resumed session.
        const session = readSession(journal.entries);
        const conversation = await buildConversation(session, store);
        expect(conversation[1]?.content).toEqual(blocks);
        const again = await runOnce(calls, journal, store, session);
        expect(contents(again)).toEqual([blocks]);

        // Timing never shows.
        const reversed = calls.map((given) => ({ ...given, ms: 5 - given.ms }));
        const other = await runOnce(reversed, createMemoryJournal(), createMemoryStore());
        expect(contents(other)).toEqual([blocks]);
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedItem, RunEvent } from '../../src/index.ts';
import { createFakeClock, type FakeClock } from '../../src/ports/memory/fake-clock.ts';
import { drive } from '../support/drive.ts';
import { createGauge, oddTools } from '../support/odd-tools.ts';
import { RUNS } from '../support/toy-calls.ts';
import { createToyRuntime } from '../support/toy-runtime.ts';

type Step =
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly input: unknown;
      readonly form: 'value' | 'text' | 'cut';
    }
  | { readonly kind: 'interrupt'; readonly reason: 'user-message' | 'user-cancel' }
  | { readonly kind: 'discard' | 'end' };

const ms = fc.integer({ min: 0, max: 20 });
const input = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ms,
      depth: fc.integer({ min: 0, max: 2 }),
      width: fc.integer({ min: 1, max: 2 }),
    }),
  },
  fc.constantFrom<unknown>({ ms: 'soon' }, { ms: '5' }, {}, null, 'text', [1]),
);
const step: fc.Arbitrary<Step & { readonly wait: number }> = fc
  .tuple(
    fc.oneof(
      {
        weight: 14,
        arbitrary: fc.record({
          kind: fc.constant('call' as const),
          name: fc.constantFrom(
            ...['Good', 'Good', 'Blocks', 'Throws', 'Fails', 'Hangs', 'NoResult', 'TwoResults', 'GoesOn'],
            ...['BadDeclaration', 'Nests', 'constructor', 'Nobody'],
          ),
          input,
          form: fc.constantFrom('value' as const, 'value' as const, 'text' as const, 'cut' as const),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('interrupt' as const),
          reason: fc.constantFrom('user-message' as const, 'user-cancel' as const),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constantFrom('discard' as const, 'end' as const, 'end' as const) }),
      },
    ),
    fc.integer({ min: 0, max: 8 }),
  )
  .map(([given, wait]) => ({ ...given, wait }));

async function* feed(
  steps: readonly (Step & { wait: number })[],
  clock: FakeClock,
): AsyncGenerator<FeedItem> {
  let count = 0;
  for (const given of steps) {
    if (given.wait > 0) await new Promise<void>((resolve) => void clock.setTimer(given.wait, resolve));
    if (given.kind === 'call') {
      const text = JSON.stringify(given.input);
      count += 1;
      yield {
        type: 'call',
        id: `c${count}`,
        name: given.name,
        ...(given.form === 'value'
          ? { input: given.input }
          : { inputText: text, isUnclosed: given.form !== 'text' }),
      };
    } else if (given.kind === 'interrupt') yield { type: 'interrupt', reason: given.reason };
    else if (given.kind === 'discard') yield { type: 'discard' };
    else yield { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true };
  }
}

/** Calls by message, as the steps say. */
function expectedMessages(steps: readonly Step[]): { ids: string[]; isDiscarded: boolean }[] {
  const messages: { ids: string[]; isDiscarded: boolean }[] = [];
  let open: string[] = [];
  let count = 0;
  const close = (isDiscarded: boolean): void => {
    if (open.length > 0) messages.push({ ids: open, isDiscarded });
    open = [];
  };
  for (const given of steps) {
    if (given.kind === 'call') {
      count += 1;
      open.push(`c${count}`);
    } else if (given.kind !== 'interrupt') close(given.kind === 'discard');
  }
  close(false);
  return messages;
}

function check(events: readonly RunEvent[], steps: readonly Step[]): void {
  const expected = expectedMessages(steps);
  const results = events.filter((event) => event.type === 'tool-result');
  // Exactly one result each, in call order.
  expect(results.map((event) => event.callId)).toEqual(expected.flatMap(({ ids }) => ids));
  for (const { result } of results) expect(result.content).not.toBe('');
  // Settled once for each attempt that counts, released once.
  for (const { ids } of expected) {
    for (const id of ids) {
      const released = events.filter(
        (event) => event.type === 'call-state' && event.callId === id && event.status === 'released',
      );
      expect(released).toHaveLength(1);
    }
  }
  // The message to the model has all of them, or none when it was retracted.
  const messages = events.flatMap((event) => (event.type === 'message' ? [event.results] : []));
  expect(messages.map((content) => content.map((block) => block.tool_use_id))).toEqual(
    expected.flatMap(({ ids, isDiscarded }) => (isDiscarded ? [] : [ids])),
  );
  expect(events.filter((event) => event.type === 'discarded')).toHaveLength(
    expected.filter(({ isDiscarded }) => isDiscarded).length,
  );
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
}

describe('one result each', () => {
  it('whatever the tools do, whenever the run is interrupted or retracted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('stream' as const, 'message' as const),
        async (steps, cap, start) => {
          const clock = createFakeClock();
          const gauge = createGauge();
          const { runtime } = createToyRuntime({
            tools: oddTools(clock, gauge),
            ports: { clock },
            maxConcurrency: cap,
            callTimeoutMs: 50,
            start,
          });
          check(await drive(runtime.run(feed(steps, clock)), clock), steps);
          expect(gauge.max).toBeLessThanOrEqual(cap);
          expect(gauge.now).toBe(0);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/index.ts';
import { createFakeClock } from '../../src/ports/memory/fake-clock.ts';
import { quiet } from '../support/drive.ts';
import { createGauge, oddTools } from '../support/odd-tools.ts';
import { RUNS } from '../support/toy-calls.ts';
import { createToyRuntime } from '../support/toy-runtime.ts';

const call = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: fc.constant('Good'), ms: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('Nests'),
      ms: fc.integer({ min: 0, max: 10 }),
      depth: fc.integer({ min: 0, max: 4 }),
      width: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

/** Calls by status, nested ones included, as the events tell. */
function statuses(events: readonly RunEvent[]): Map<string, string> {
  const byId = new Map<string, string>();
  for (const event of events) if (event.type === 'call-state') byId.set(event.callId, event.status);
  return byId;
}

describe('slots', () => {
  it('are never exceeded, never idle while a call could use one, and nested calls never deadlock', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 6 }),
        async (calls, cap) => {
          const clock = createFakeClock();
          const gauge = createGauge();
          const { runtime } = createToyRuntime({
            tools: oddTools(clock, gauge),
            ports: { clock },
            maxConcurrency: cap,
          });
          const events: RunEvent[] = [];
          let isDone = false;
          void (async () => {
            for await (const event of runtime.run(
              calls.map(({ name, ...input }, index) => ({ id: `c${index}`, name, input })),
            )) {
              events.push(event);
            }
            isDone = true;
          })();
          for (let tick = 0; ; tick += 1) {
            await quiet();
            if (isDone) break;
            expect(tick).toBeLessThan(10_000);
            expect(gauge.now).toBeLessThanOrEqual(cap);
            const waiting = [...statuses(events).values()].filter(
              (status) => status === 'queued' || status === 'preparing',
            );
            // Nothing here conflicts, so only a lack of slots may hold a call back.
            if (waiting.length > 0) expect(gauge.now).toBe(cap);
            const preparing = waiting.filter((status) => status === 'preparing');
            expect(preparing.length).toBeLessThanOrEqual(2 * cap);
            expect(clock.untilNext).toBeDefined();
            clock.advance(clock.untilNext ?? 0);
          }
          expect(gauge.max).toBeLessThanOrEqual(cap);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

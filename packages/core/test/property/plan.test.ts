import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBatches } from '../../src/index.ts';
import { bypassPolicy, createPermissionState } from '../../src/index.ts';
import { createFakeClock } from '../../src/ports/memory/fake-clock.ts';
import { createMemoryStore } from '../../src/ports/memory/memory-store.ts';
import { drive } from '../support/drive.ts';
import { RUNS, toyCall } from '../support/toy-calls.ts';
import { createToyRuntime, toToolCalls, toyFiles } from '../support/toy-runtime.ts';
import { toyTools } from '../support/toy-tools.ts';
import { createToyWorld } from '../support/toy-world.ts';

describe('the plan', () => {
  for (const scheduling of ['claims', 'strict'] as const) {
    it(`tells which calls start together, as they then do, with ${scheduling} scheduling`, async () => {
      await fc.assert(
        fc.asyncProperty(
          // A working directory that a planned call would change is not known to the plan.
          fc.array(
            toyCall.filter(({ tool }) => tool !== 'Cd'),
            { minLength: 1, maxLength: 12 },
          ),
          fc.integer({ min: 1, max: 5 }),
          async (calls, maxConcurrency) => {
            const equal = calls.map((call) => ({ ...call, ms: 1 }));
            const starts = new Map<string, number>();
            const clock = createFakeClock();
            const { runtime } = createToyRuntime({
              scheduling,
              maxConcurrency,
              ports: { clock },
              tools: toyTools(createToyWorld(), clock, {
                onStart: (callId) => void starts.set(callId, clock.now()),
              }),
            });
            await drive(runtime.run(toToolCalls(equal)), clock);
            const [planned] = await planBatches(
              {
                tools: toyTools(createToyWorld(), clock),
                cwd: '/d',
                scheduling,
                maxConcurrency,
                permission: {
                  policy: bypassPolicy,
                  state: createPermissionState({ mode: 'bypassPermissions', workingDirectories: ['/d'] }),
                },
                ports: { clock, files: toyFiles(), store: createMemoryStore() },
              },
              toToolCalls(equal),
            );
            const waves = new Map(
              planned?.calls.map((call) => [call.callId, call.runs ? call.wave - 1 : -1]),
            );
            expect(waves).toEqual(new Map([...waves.keys()].map((id) => [id, starts.get(id)])));
          },
        ),
        { numRuns: Math.ceil(RUNS / 2) },
      );
    });
  }
});

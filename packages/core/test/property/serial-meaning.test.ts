import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drive } from '../support/drive.ts';
import { RUNS, toyCall, type ToyCall } from '../support/toy-calls.ts';
import { createToyRuntime, toToolCalls } from '../support/toy-runtime.ts';
import { act, createToyWorld, look, realPath } from '../support/toy-world.ts';

/** The serial model: one call after the other, in the order the model wrote them. It knows nothing of the scheduler. */
function runSerially(calls: readonly ToyCall[]) {
  const world = createToyWorld();
  const results = calls.map((call) => act(world, call, look(world, call)));
  return { results, files: Object.fromEntries(world.contents), cwd: world.cwd };
}

async function runForReal(
  calls: readonly ToyCall[],
  scheduling: 'claims' | 'strict',
  maxConcurrency: number,
) {
  const { world, clock, runtime } = createToyRuntime({ scheduling, maxConcurrency });
  const events = await drive(runtime.run(toToolCalls(calls)), clock);
  const results = events.flatMap((event) => (event.type === 'tool-result' ? [event.result.content] : []));
  return { results, files: Object.fromEntries(world.contents), cwd: runtime.session.cwd };
}

function hasConflict(calls: readonly ToyCall[]): boolean {
  return calls.some((call, index) =>
    calls.slice(0, index).some((earlier) => {
      if (earlier.tool === 'Shell' || call.tool === 'Shell' || earlier.tool === 'Cd' || call.tool === 'Cd')
        return true;
      if (!('path' in call) || !('path' in earlier)) return false;
      if (
        call.tool !== 'Write' &&
        call.tool !== 'Append' &&
        earlier.tool !== 'Write' &&
        earlier.tool !== 'Append'
      ) {
        return false;
      }
      const [a, b] = [realPath(call.path, '/d'), realPath(earlier.path, '/d')];
      return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
    }),
  );
}

describe('serial meaning, parallel speed', () => {
  for (const scheduling of ['claims', 'strict'] as const) {
    it(`gives the results, files and context of a serial run with ${scheduling} scheduling`, async () => {
      let batches = 0;
      let conflicting = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(toyCall, { minLength: 1, maxLength: 14 }),
          fc.integer({ min: 1, max: 6 }),
          async (calls, maxConcurrency) => {
            batches += 1;
            if (hasConflict(calls)) conflicting += 1;
            expect(await runForReal(calls, scheduling, maxConcurrency)).toEqual(runSerially(calls));
          },
        ),
        { numRuns: RUNS },
      );
      const share = conflicting / batches;
      console.log(`${scheduling}: ${(share * 100).toFixed(0)} % of ${batches} batches had conflicts`);
      expect(share).toBeGreaterThan(0.4);
    });
  }
});

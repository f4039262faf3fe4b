import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPermissionState, type RunEvent } from '../../src/index.ts';
import { createFakeClock } from '../../src/ports/memory/fake-clock.ts';
import { createMemoryStore } from '../../src/ports/memory/memory-store.ts';
import { createRuntime } from '../../src/index.ts';
import { drive, quiet } from '../support/drive.ts';
import { RUNS, toyCall, type ToyCall } from '../support/toy-calls.ts';
import { createToyAsker, toyPolicy } from '../support/toy-permission.ts';
import { toToolCalls, toyFiles } from '../support/toy-runtime.ts';
import { toyTools } from '../support/toy-tools.ts';
import { createToyWorld } from '../support/toy-world.ts';

function setUp(maxConcurrency: number) {
  const world = createToyWorld();
  const clock = createFakeClock();
  const runtime = createRuntime({
    tools: toyTools(world, clock),
    cwd: world.cwd,
    maxConcurrency,
    permission: {
      policy: toyPolicy,
      state: createPermissionState({ mode: 'default', workingDirectories: ['/d'] }),
      asker: createToyAsker(clock),
    },
    ports: { clock, files: toyFiles(), store: createMemoryStore() },
  });
  return { world, clock, runtime };
}

async function byRun(calls: readonly ToyCall[], maxConcurrency: number) {
  const { world, clock, runtime } = setUp(maxConcurrency);
  const events: RunEvent[] = await drive(runtime.run(toToolCalls(calls)), clock);
  const message = events.find((event) => event.type === 'message');
  const codes = events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome.code] : []));
  return {
    results: message?.results,
    stop: message?.stop,
    codes,
    files: Object.fromEntries(world.contents),
    cwd: runtime.session.cwd,
  };
}

async function byHandle(calls: readonly ToyCall[], maxConcurrency: number, takesResults: boolean) {
  const { world, clock, runtime } = setUp(maxConcurrency);
  const message = runtime.openMessage();
  const open = toToolCalls(calls).map((call) => message.add(call));
  const taken = takesResults ? open.map(({ result }) => result) : [];
  let isDone = false;
  const ending = message.end().finally(() => void (isDone = true));
  while (!isDone) {
    await quiet();
    if (!isDone) clock.advance(clock.untilNext ?? 1);
  }
  const { results, stop } = await ending;
  await Promise.all(taken);
  const codes = (await Promise.all(open.map(({ result }) => result))).map(({ code }) => code);
  return { results, stop, codes, files: Object.fromEntries(world.contents), cwd: runtime.session.cwd };
}

it('a message by its handle has the outcomes, results, files and order of a run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(toyCall, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      async (calls, maxConcurrency, takesResults) => {
        expect(await byHandle(calls, maxConcurrency, takesResults)).toEqual(
          await byRun(calls, maxConcurrency),
        );
      },
    ),
    { numRuns: RUNS },
  );
});

import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { createProcessSession, type ProcessSession } from '@sluice/process';
import { writeFileSync } from 'node:fs';
import { makeWorld } from '../support/world.ts';

/** What one hook's program says, in the terms of its exit code and its JSON. */
interface Saying {
  readonly code: 0 | 1 | 2;
  readonly decision: 'allow' | 'deny' | 'ask' | 'defer' | undefined;
  readonly context: boolean;
  readonly input: boolean;
  readonly stops: boolean;
}

const saying: fc.Arbitrary<Saying> = fc.record({
  code: fc.constantFrom(0 as const, 1 as const, 2 as const),
  decision: fc.constantFrom('allow' as const, 'deny' as const, 'ask' as const, 'defer' as const, undefined),
  context: fc.boolean(),
  input: fc.boolean(),
  stops: fc.boolean(),
});

/** The whole meaning of several hooks, in ten lines. */
function reference(sayings: readonly Saying[]) {
  const rank = ['allow', 'ask', 'defer', 'deny'];
  const decided = sayings.map(({ code, decision }) => rank.indexOf(code === 2 ? 'deny' : (decision ?? '')));
  const best = Math.max(-1, ...decided);
  const decider = best === -1 ? '' : `hook-${decided.indexOf(best)}`;
  const input = sayings.findLastIndex((each) => each.input && each.code !== 2);
  const contexts = sayings.flatMap(({ context }, index) => (context ? [`context-${index}`] : []));
  const stop = sayings.findIndex(({ stops }) => stops);
  return { decision: rank[best], decider, input, contexts, stop: stop === -1 ? undefined : `stop-${stop}` };
}

function output({ decision, context, input, stops }: Saying, index: number): string {
  const json: JsonObject = {
    ...(stops && { continue: false, stopReason: `stop-${index}` }),
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      ...(decision !== undefined && {
        permissionDecision: decision,
        permissionDecisionReason: `hook-${index}`,
      }),
      ...(context && { additionalContext: `context-${index}` }),
      ...(input && { updatedInput: { by: index } }),
    },
  };
  return JSON.stringify(json);
}

const ended = createProcessSession();
beforeAll(() => ended.dispose());

/** Programs that end in an order that is given, each with what it is to say. Real ones have tests of their own. */
function scripted(sayings: readonly Saying[], order: readonly number[]): Pick<ProcessSession, 'run'> {
  const gates = sayings.map(() => Promise.withResolvers<void>());
  let started = 0;
  return {
    async run(request) {
      const { command, outputPath, errorPath } = request;
      started += 1;
      if (started === sayings.length) gates[order[0] ?? 0]?.resolve();
      const index = Number(command);
      await gates[index]?.promise;
      const next = order[order.indexOf(index) + 1];
      const said = sayings[index];
      if (said === undefined || errorPath === undefined) throw new Error('no such hook');
      writeFileSync(outputPath, output(said, index));
      writeFileSync(errorPath, `hook-${index}`);
      if (next !== undefined) setImmediate(() => gates[next]?.resolve());
      // A session that has ended runs nothing, and its result has all the fields there are.
      return { ...(await ended.run(request)), end: { status: 'exited', code: said.code } };
    },
  };
}

const ordered = fc
  .array(saying, { minLength: 1, maxLength: 6 })
  .chain((sayings) =>
    fc.tuple(
      fc.constant(sayings),
      fc.shuffledSubarray([...sayings.keys()], { minLength: sayings.length, maxLength: sayings.length }),
    ),
  );

it('property: hooks combine as the reference says, in whatever order their programs end', async () => {
  const world = makeWorld();
  await fc.assert(
    fc.asyncProperty(ordered, async ([sayings, order]) => {
      const hooks = sayings.map((_, index) => ({ type: 'command', command: String(index) }));
      world.write('home/.sluice/settings.json', { hooks: { PreToolUse: [{ hooks }] } });
      const told = await world.call({ sessionContext: { processes: scripted(sayings, order) } });
      const { decision, decider, input, contexts, stop } = reference(sayings);
      expect(told.context).toEqual(contexts);
      const { outcome } = told;
      switch (decision) {
        case 'deny':
          expect(outcome).toMatchObject({ code: 'blocked-by-hook', reason: decider });
          break;
        case 'defer':
          expect(outcome).toMatchObject({ code: 'blocked-by-hook', isDeferred: true });
          break;
        case 'ask':
          // No one is there to be asked.
          expect(outcome).toMatchObject({
            code: 'denied',
            by: 'headless',
            reason: expect.stringContaining(decider),
          });
          break;
        default:
          expect(outcome).toEqual({ code: 'ok' });
          expect(told.ran).toEqual([input === -1 ? {} : { by: input }]);
      }
      expect(told.stop).toBe(
        stop ?? (decision === 'defer' ? `the call is deferred (${decider})` : undefined),
      );
    }),
    { numRuns: Math.min(150, Number(process.env['SLUICE_RUNS'] ?? 150)) },
  );
});

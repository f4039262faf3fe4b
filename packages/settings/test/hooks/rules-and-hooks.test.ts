import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import {
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createPolicy,
  createRuntime,
  defineTool,
  systemClock,
  type Hook,
  type Outcome,
  type RuleBehavior,
} from '@sluice/core';
import { createProcessSession, type ProcessSession } from '@sluice/process';
import { z } from 'zod';
import { makeWorld } from './world.ts';

interface Saying {
  readonly code: 0 | 1 | 2;
  readonly decision: 'allow' | 'deny' | 'ask' | 'defer' | null;
}

const saying: fc.Arbitrary<Saying> = fc.record({
  code: fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const),
  decision: fc.constantFrom('allow' as const, 'deny' as const, 'ask' as const, 'defer' as const, null),
});
const rules = fc.subarray<RuleBehavior>(['allow', 'ask', 'deny']);

/** What hooks and rules come to together, in ten lines: the strictest counts, and a hook loosens nothing that a rule demands. */
function reference(sayings: readonly Saying[], behaviors: readonly RuleBehavior[]): string {
  const said = new Set(sayings.map(({ code, decision }) => (code === 2 ? 'deny' : decision)));
  const ruled = new Set(behaviors);
  // What a hook stops never comes to the rules.
  if (said.has('deny')) return 'blocked-by-hook';
  if (said.has('defer')) return 'deferred';
  if (ruled.has('deny')) return 'denied by rule';
  if (ruled.has('ask') || said.has('ask')) return 'denied by headless';
  if (ruled.has('allow') || said.has('allow')) return 'ok';
  return 'denied by headless';
}

function shown(outcome: Outcome): string {
  if (outcome.code === 'denied') return `denied by ${outcome.by}`;
  return outcome.code === 'blocked-by-hook' && outcome.isDeferred === true ? 'deferred' : outcome.code;
}

const over = createProcessSession();
beforeAll(() => over.dispose());

/** Programs that do as their command says: after so many turns they end with a code, having said something. */
const scripted: Pick<ProcessSession, 'run'> = {
  async run(request) {
    const { turns, code, decision }: Saying & { turns: number } = JSON.parse(request.command);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const own = { hookEventName: 'PreToolUse', ...(decision !== null && { permissionDecision: decision }) };
    writeFileSync(request.outputPath, JSON.stringify({ hookSpecificOutput: own }));
    writeFileSync(request.errorPath ?? '', 'no');
    return { ...(await over.run(request)), end: { status: 'exited', code } };
  },
};

async function outcomeOf(hooks: readonly Hook[], behaviors: readonly RuleBehavior[]): Promise<Outcome> {
  const files = createMemoryFiles();
  const state = createPermissionState({
    mode: 'default',
    workingDirectories: ['/d'],
    rules: behaviors.map((behavior) => ({ behavior, text: 'Probe', source: 'user', root: '/d' })),
  });
  const runtime = createRuntime({
    tools: [
      defineTool({
        name: 'Probe',
        description: 'Does nothing.',
        inputSchema: z.looseObject({}),
        call: async () => ({ data: 'done' }),
      }),
    ],
    cwd: '/d',
    permission: {
      policy: createPolicy({ files, languages: new Map(), remedy: '', knownTools: () => ['Probe'] }),
      state,
    },
    ports: { clock: systemClock, files, store: createMemoryStore() },
    hooks,
  });
  let outcome: Outcome | undefined;
  for await (const event of runtime.run([{ id: 'c', name: 'Probe', input: {} }])) {
    if (event.type === 'tool-result') ({ outcome } = event);
  }
  if (outcome === undefined) throw new Error('no result');
  return outcome;
}

it('reliability 28: property: hooks and rules come to what the reference says, in whatever order programs end', async () => {
  const world = makeWorld();
  const timed = fc.record({ saying, turns: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(fc.array(timed, { maxLength: 5 }), rules, async (programs, behaviors) => {
      const hooks = programs.map(({ saying: said, turns }, index) => ({
        type: 'command',
        command: JSON.stringify({ ...said, turns, index }),
      }));
      world.write('home/.sluice/settings.json', { hooks: { PreToolUse: [{ hooks }] } });
      const loaded = world.load({ processes: scripted });
      const outcome = await outcomeOf(loaded.hooks, behaviors);
      expect(shown(outcome)).toBe(
        reference(
          programs.map(({ saying: said }) => said),
          behaviors,
        ),
      );
    }),
    { numRuns: 200 },
  );
});

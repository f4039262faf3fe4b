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
  type Asker,
  type Hook,
  type JsonObject,
  type Outcome,
  type PermissionMode,
  type RuleBehavior,
} from '@sluice/core';
import { createProcessSession, type ProcessSession } from '@sluice/process';
import { z } from 'zod';
import { trustDirectory } from '../../../settings/src/index.ts';
import { makeWorld, type World } from '../support/world.ts';

/** Files of the layers, the lowest first: of several answers of which one counts, that of the highest does. */
const LAYERS = [
  'home/.sluice/settings.json',
  'project/.sluice/settings.json',
  'managed/managed-settings.json',
] as const;

/** What a hook of PreToolUse says before the call. */
interface Saying {
  readonly event: 'PreToolUse';
  readonly code: 0 | 1 | 2;
  readonly decision: 'allow' | 'deny' | 'ask' | 'defer' | null;
  /** The input becomes one of this kind. */
  readonly kind: 'good' | 'bad' | null;
}

/** What a hook of PermissionRequest says in the person's stead. */
interface Answer {
  readonly event: 'PermissionRequest';
  readonly code: 0 | 2;
  readonly behavior: 'allow' | 'deny' | null;
}

/** A program that says something after so many turns. */
interface Program {
  readonly layer: number;
  readonly turns: number;
  readonly says: Saying | Answer;
}

interface Rule {
  readonly behavior: RuleBehavior;
  /** Inputs of one kind, or all. */
  readonly text: 'Probe' | 'Probe(kind:bad)';
}

const saying = fc.record<Saying>({
  event: fc.constant('PreToolUse'),
  // Mostly such as let the call come to its rules.
  code: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  decision: fc.constantFrom('allow', 'allow', 'ask', null, null, null, null, null, 'deny', 'defer'),
  kind: fc.constantFrom('good', 'bad', null),
});
const answer = fc.record<Answer>({
  event: fc.constant('PermissionRequest'),
  code: fc.constantFrom(0, 0, 2),
  behavior: fc.constantFrom('allow', 'deny', null),
});
const program = fc.record<Program>({
  layer: fc.nat(LAYERS.length - 1),
  turns: fc.nat(4),
  says: fc.oneof(saying, saying, answer),
});
const rules = fc.subarray<Rule>([
  { behavior: 'allow', text: 'Probe' },
  { behavior: 'ask', text: 'Probe' },
  { behavior: 'deny', text: 'Probe' },
  { behavior: 'ask', text: 'Probe(kind:bad)' },
  { behavior: 'deny', text: 'Probe(kind:bad)' },
]);
const mode = fc.constantFrom<PermissionMode>('default', 'acceptEdits', 'bypassPermissions', 'dontAsk');

/** Where it ends, and with which input it ran. */
type End = readonly [outcome: string, kind: string | undefined];

/** What hooks, rules and modes come to together: the strictest counts, and a hook loosens nothing that a rule demands. */
function reference(at: PermissionMode, programs: readonly Program[], ruled: readonly Rule[]): End {
  const ordered = programs.toSorted((one, other) => one.layer - other.layer).map(({ says }) => says);
  const before = ordered.filter((says) => says.event === 'PreToolUse');
  const answers = ordered
    .filter((says) => says.event === 'PermissionRequest')
    .map(({ behavior }) => behavior);
  const said = new Set(before.map(({ code, decision }) => (code === 2 ? 'deny' : decision)));
  const changing = before.findLastIndex((says) => says.code !== 2 && says.kind !== null);
  const kind = before[changing]?.kind ?? 'first';
  // Whoever allows has seen the input that runs, or made it.
  const isAllowed = before.some(
    ({ code, decision }, index) =>
      code !== 2 && decision === 'allow' && (changing === -1 || changing === index),
  );
  const demands = new Set(
    ruled.filter(({ text }) => text === 'Probe' || kind === 'bad').map(({ behavior }) => behavior),
  );
  const refused = (by: string): End => [`denied by ${by}`, undefined];
  // What a hook stops never comes to the rules.
  if (said.has('deny')) return ['blocked-by-hook', undefined];
  if (said.has('defer')) return ['deferred', undefined];
  if (demands.has('deny')) return refused('rule');
  const mustAsk = demands.has('ask') || said.has('ask');
  const mayRun = at === 'bypassPermissions' || demands.has('allow') || isAllowed;
  if (!mustAsk && mayRun) return ['ok', kind];
  if (at === 'dontAsk') return refused('mode');
  if (answers.includes('deny')) return refused('hook');
  // No one is there to be asked, and a hook answers only what no one demands.
  return !mustAsk && answers.includes('allow') ? ['ok', kind] : refused('headless');
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
    const { turns, says }: Program = JSON.parse(request.command);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    writeFileSync(request.outputPath, JSON.stringify({ hookSpecificOutput: ownOf(says) }));
    writeFileSync(request.errorPath ?? '', 'no');
    return { ...(await over.run(request)), end: { status: 'exited', code: says.code } };
  },
};

function ownOf(says: Saying | Answer): JsonObject {
  const { event: hookEventName } = says;
  if (says.event === 'PermissionRequest') {
    return { hookEventName, ...(says.behavior !== null && { decision: { behavior: says.behavior } }) };
  }
  return {
    hookEventName,
    ...(says.decision !== null && { permissionDecision: says.decision }),
    ...(says.kind !== null && { updatedInput: { kind: says.kind } }),
  };
}

/** Each program is another hook, in the file of its layer. */
function configure(world: World, programs: readonly Program[]): void {
  const numbered = programs.map((each, index) => ({ ...each, index }));
  for (const [layer, file] of LAYERS.entries()) {
    const own = numbered.filter((each) => each.layer === layer);
    const handlersOf = (event: string) =>
      own
        .filter(({ says }) => says.event === event)
        .map((each) => ({ type: 'command', command: JSON.stringify(each) }));
    const events = ['PreToolUse', 'PermissionRequest'];
    const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: handlersOf(event) }]]));
    world.write(file, { hooks });
  }
}

async function endOf(
  at: PermissionMode,
  hooks: readonly Hook[],
  asker: Asker | undefined,
  ruled: readonly Rule[],
): Promise<End> {
  const files = createMemoryFiles();
  const state = createPermissionState({
    mode: at,
    workingDirectories: ['/d'],
    rules: ruled.map((rule) => ({ ...rule, source: 'user', root: '/d' })),
  });
  let kind: string | undefined;
  const runtime = createRuntime({
    tools: [
      defineTool({
        name: 'Probe',
        description: 'Does nothing.',
        inputSchema: z.object({ kind: z.string() }),
        async call(input) {
          ({ kind } = input);
          return { data: 'done' };
        },
      }),
    ],
    cwd: '/d',
    permission: {
      policy: createPolicy({ files, languages: new Map(), remedy: '', knownTools: () => ['Probe'] }),
      state,
      ...(asker !== undefined && { asker }),
    },
    ports: { clock: systemClock, files, store: createMemoryStore() },
    hooks,
  });
  let outcome: Outcome | undefined;
  for await (const event of runtime.run([{ id: 'c', name: 'Probe', input: { kind: 'first' } }])) {
    if (event.type === 'tool-result') ({ outcome } = event);
  }
  if (outcome === undefined) throw new Error('no result');
  return [shown(outcome), kind];
}

const says = (layer: number, decision: Saying['decision'], kind: Saying['kind']): Program => {
  return { layer, turns: 0, says: { event: 'PreToolUse', code: 0, decision, kind } };
};
const answers = (behavior: Answer['behavior']): Program => {
  return { layer: 0, turns: 0, says: { event: 'PermissionRequest', code: 0, behavior } };
};

const EXAMPLES: [PermissionMode, Program[], Rule[]][] = [
  // An allow that was said of another input than the one that would run.
  ['default', [says(0, null, 'good'), says(0, 'allow', null)], []],
  // The highest layer is the last to change the input, wherever it stands.
  ['bypassPermissions', [says(2, null, 'bad'), says(0, null, 'good')], []],
  [
    'bypassPermissions',
    [says(2, null, 'bad'), says(0, null, 'good')],
    [{ behavior: 'deny', text: 'Probe(kind:bad)' }],
  ],
  // What a rule wants to be asked about no hook allows; what no one demands, it does.
  ['default', [answers('allow')], [{ behavior: 'ask', text: 'Probe' }]],
  ['default', [answers('allow')], []],
  ['default', [answers('allow'), { ...answers('deny'), layer: 1 }], []],
];

it('reliability 28, 29: property: hooks of all layers, rules and modes come to what the reference says, in whatever order programs end', async () => {
  const world = makeWorld();
  await trustDirectory(world.project, world.options);
  await fc.assert(
    fc.asyncProperty(mode, fc.array(program, { maxLength: 6 }), rules, async (at, programs, ruled) => {
      configure(world, programs);
      const loaded = world.load({ processes: scripted });
      const asker = loaded.asker({ person: undefined, cwd: () => '/d', tell: () => {} });
      expect(await endOf(at, loaded.hooks, asker, ruled)).toEqual(reference(at, programs, ruled));
    }),
    { numRuns: Math.min(400, Number(process.env['SLUICE_RUNS'] ?? 400)), examples: EXAMPLES },
  );
});

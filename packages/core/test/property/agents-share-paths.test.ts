import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  createFakeClock,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  readFile,
  readTree,
  writeFile,
  type AnyTool,
  type CallContext,
  type Claim,
  type FakeClock,
  type Runtime,
} from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, type Reading } from '../support/kit.ts';
import { createPerson } from '../support/person.ts';
import { RUNS } from '../support/toy-calls.ts';
import { toyPolicy } from '../support/toy-permission.ts';
import { toyFiles } from '../support/toy-runtime.ts';
import { wait } from '../support/toy-tools.ts';
import { realPath } from '../support/toy-world.ts';

const access = fc.constantFrom('read-file' as const, 'write-file' as const, 'read-tree' as const);
const place = fc.record({
  access,
  path: fc.constantFrom('/d/a', '/d/link', 'b', '/d/e/c', '/d/e'),
  ms: fc.integer({ min: 0, max: 5 }),
  answer: fc.constantFrom('none', 'none', 'none', 'allow', 'decline'),
});
type Place = Omit<typeof place extends fc.Arbitrary<infer Value> ? Value : never, 'path'> & {
  readonly path: string;
};
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: place.map((at) => ({ name: 'Touch', input: { ...at, idle: 0, inner: [] as Place[] } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(place, fc.array(place, { maxLength: 2 }), fc.integer({ min: 0, max: 3 }))
      .map(([at, inner, idle]) => ({ name: 'Touch', input: { ...at, inner, idle } })),
  },
);
const agents = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 });

/** Who touches what at this moment. */
class Touched {
  readonly #now = new Set<{ readonly agent: number; readonly at: Place }>();
  readonly overlaps: string[] = [];

  enter(agent: number, at: Place): () => void {
    for (const other of this.#now) {
      if (other.agent !== agent && conflict(other.at, at))
        this.overlaps.push(
          `${agent} ${at.access} ${at.path} beside ${other.agent} ${other.at.access} ${other.at.path}`,
        );
    }
    const entry = { agent, at };
    this.#now.add(entry);
    return () => void this.#now.delete(entry);
  }
}

function conflict(one: Place, other: Place): boolean {
  if (one.access !== 'write-file' && other.access !== 'write-file') return false;
  const [a, b] = [realPath(one.path, '/d'), realPath(other.path, '/d')];
  const isIn = (tree: string, path: string, kind: Place['access']): boolean =>
    kind === 'read-tree' && path.startsWith(`${tree}/`);
  return a === b || isIn(a, b, one.access) || isIn(b, a, other.access);
}

function claimsOf({ access: kind, path }: Pick<Place, 'access' | 'path'>): Claim[] {
  if (kind === 'read-tree') return [readTree(path)];
  return [kind === 'read-file' ? readFile(path) : writeFile(path)];
}

/** Touches a place, then rests while its own calls do, or while it waits, and touches the place again. */
function touchTool(agent: number, touched: Touched, clock: FakeClock): AnyTool {
  const at = z.object({
    access: z.enum(['read-file', 'write-file', 'read-tree']),
    path: z.string(),
    ms: z.number(),
    answer: z.enum(['none', 'allow', 'decline']),
  });
  return defineTool({
    name: 'Touch',
    description: 'touches',
    inputSchema: at.extend({ idle: z.number(), inner: z.array(at) }),
    isReadOnly: ({ access: kind }) => kind !== 'write-file',
    isConcurrencySafe: ({ access: kind }) => kind !== 'write-file',
    claims: claimsOf,
    async call(input, { signal, invoke, idle }: CallContext) {
      const touch = async (): Promise<void> => {
        const leave = touched.enter(agent, input);
        await wait(clock, input.ms, signal);
        leave();
      };
      await touch();
      if (input.idle > 0) await idle(wait(clock, input.idle, signal));
      for (const inner of input.inner) {
        await invoke({ name: 'Touch', input: { ...inner, idle: 0, inner: [] } });
      }
      if (!signal.aborted && (input.idle > 0 || input.inner.length > 0)) await touch();
      return { data: 'touched' };
    },
  });
}

/** Lets everything happen that can without a person, then answers one question after the other. */
async function toEndOfAll(
  readings: readonly Reading[],
  clock: FakeClock,
  openAsks: () => boolean[],
  answer: () => void,
) {
  for (let tick = 0; tick < 5000; tick += 1) {
    await quiet();
    if (readings.every(({ isDone }) => isDone)) return;
    if (clock.untilNext !== undefined) clock.advance(clock.untilNext);
    else {
      const asks = openAsks();
      // Whoever waits, and is not asked about anything itself, waits for another agent's person.
      expect(readings.map(({ isDone }, agent) => isDone || asks[agent])).toEqual(readings.map(() => true));
      answer();
    }
  }
  throw new Error('Some call never settles.');
}

it('calls of several agents all settle, never touch one path at once, and wait for no ask of another agent', async () => {
  await fc.assert(
    fc.asyncProperty(
      agents,
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom('claims' as const, 'strict' as const),
      fc.option(fc.record({ agent: fc.nat(), afterMs: fc.integer({ min: 1, max: 9 }) }), { nil: undefined }),
      async (plans, maxConcurrency, scheduling, interrupt) => {
        const clock = createFakeClock();
        const touched = new Touched();
        const people = plans.map(() => createPerson());
        const root = createRuntime({
          tools: [touchTool(0, touched, clock)],
          cwd: '/d',
          maxConcurrency,
          scheduling,
          permission: {
            policy: toyPolicy,
            state: createPermissionState({ mode: 'default', workingDirectories: ['/d'] }),
            asker: people[0]?.asker,
          },
          ports: { clock, files: toyFiles(), store: createMemoryStore() },
        });
        const runtimes = plans.map((_, agent): Runtime =>
          agent === 0
            ? root
            : root.fork({
                agent: { id: `a${agent}`, type: 'Helper' },
                tools: [touchTool(agent, touched, clock)],
                asker: people[agent]?.asker,
              }),
        );
        const runs = runtimes.map((runtime, agent) =>
          runtime.run((plans[agent] ?? []).map((call, index) => ({ id: `${agent}-${index}`, ...call }))),
        );
        const readings = runs.map(collect);
        if (interrupt !== undefined) {
          const run = runs[interrupt.agent % runs.length];
          clock.setTimer(interrupt.afterMs, () => run?.interrupt('user-cancel'));
        }
        await toEndOfAll(
          readings,
          clock,
          () => people.map(({ open }) => open.size > 0),
          () => {
            const person = people.find(({ open }) => open.size > 0);
            const request = [...(person?.open.values() ?? [])][0];
            const isAllowed = request?.input['answer'] === 'allow';
            if (request === undefined) throw new Error('Nobody is asked, and nothing goes on.');
            person?.answer(
              request.callId,
              isAllowed ? { behavior: 'allow' } : { behavior: 'deny', feedback: 'rather not' },
            );
          },
        );
        expect(touched.overlaps).toEqual([]);
        readings.forEach(({ events }, agent) => {
          const results = events.filter(({ type }) => type === 'tool-result');
          expect(results).toHaveLength(plans[agent]?.length ?? 0);
        });
      },
    ),
    { numRuns: RUNS },
  );
});

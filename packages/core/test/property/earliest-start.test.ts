import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createPermissionState,
  defineTool,
  readFile,
  readTree,
  writeFile,
  type Claim,
} from '../../src/index.ts';
import { createFakeClock } from '../../src/ports/memory/fake-clock.ts';
import { createMemoryFiles } from '../../src/ports/memory/memory-files.ts';
import { createMemoryStore } from '../../src/ports/memory/memory-store.ts';
import { createRuntime } from '../../src/index.ts';
import { drive } from '../support/drive.ts';
import { RUNS } from '../support/toy-calls.ts';
import { createToyAsker, toyPolicy, type ToyAnswer } from '../support/toy-permission.ts';
import { wait } from '../support/toy-tools.ts';
import { referenceStarts } from './reference-schedule.ts';

const FILES = ['/d/a', '/d/b', '/d/e/c', '/d/e/f'];

interface Spec {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly trees: readonly string[];
  readonly isExclusive: boolean;
  readonly ms: number;
  readonly answer: ToyAnswer;
  readonly answerMs: number;
}

// Lengths so long that no two events of a run fall on one moment.
const ms = fc.integer({ min: 1, max: 1_000_000_000 });
const spec: fc.Arbitrary<Spec> = fc.record({
  reads: fc.subarray(FILES, { maxLength: 2 }),
  writes: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(FILES, { maxLength: 2 })),
  trees: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray(['/d', '/d/e'], { maxLength: 1 })),
  isExclusive: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
  ms,
  answer: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as const) },
    fc.constantFrom<ToyAnswer>('allow', 'decline'),
  ),
  answerMs: ms,
});

const inputSchema = z.object({
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  trees: z.array(z.string()),
  isExclusive: z.boolean(),
  ms: z.number(),
  answer: z.enum(['none', 'allow', 'decline', 'refuse']),
  answerMs: z.number(),
});

function overlap(a: Spec, b: Spec): boolean {
  if (a.isExclusive || b.isExclusive) return true;
  const touches = (spec: Spec, written: string): boolean =>
    [...spec.reads, ...spec.writes].includes(written) ||
    spec.trees.some((tree) => written.startsWith(`${tree}/`));
  return a.writes.some((path) => touches(b, path)) || b.writes.some((path) => touches(a, path));
}

async function realStarts(specs: readonly Spec[], cap: number): Promise<(number | undefined)[]> {
  const clock = createFakeClock();
  const starts = new Map<string, number>();
  const tool = defineTool({
    name: 'Touch',
    description: 'claims what its input says',
    inputSchema,
    isReadOnly: ({ writes, isExclusive }) => writes.length === 0 && !isExclusive,
    claims: ({ reads, writes, trees, isExclusive }): readonly Claim[] | 'exclusive' =>
      isExclusive ? 'exclusive' : [...reads.map(readFile), ...writes.map(writeFile), ...trees.map(readTree)],
    async call(input, { callId, signal }) {
      starts.set(callId, clock.now());
      await wait(clock, input.ms, signal);
      return { data: '' };
    },
  });
  const runtime = createRuntime({
    tools: [tool],
    cwd: '/d',
    maxConcurrency: cap,
    permission: {
      policy: toyPolicy,
      state: createPermissionState({ mode: 'default', workingDirectories: ['/d'] }),
      asker: createToyAsker(clock),
    },
    ports: {
      clock,
      files: createMemoryFiles({ contents: new Map(FILES.map((path) => [path, ''])) }),
      store: createMemoryStore(),
    },
  });
  const calls = specs.map((input, index) => ({ id: `c${index}`, name: 'Touch', input }));
  await drive(runtime.run(calls), clock);
  return specs.map((_, index) => starts.get(`c${index}`));
}

describe('the scheduler against a brute-force reference', () => {
  it('starts each call at the earliest moment that the rules allow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 5 })
          .chain((cap) => fc.tuple(fc.constant(cap), fc.array(spec, { minLength: 1, maxLength: 3 * cap }))),
        async ([cap, specs]) => {
          const expected = referenceStarts(
            specs.map((given) => ({ ...given, hasEffects: given.isExclusive || given.writes.length > 0 })),
            (earlier, later) => {
              const [a, b] = [specs[earlier], specs[later]];
              return a !== undefined && b !== undefined && overlap(a, b);
            },
            (index) => specs[index]?.isExclusive === true,
            cap,
          );
          fc.pre(expected !== undefined);
          expect(await realStarts(specs, cap)).toEqual(expected);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

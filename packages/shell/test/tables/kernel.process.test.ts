import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { readOnlyExamples } from './examples/index.ts';
import { hasBubblewrap, makeSandbox, type Command, type Sandbox } from './sandbox.ts';
import { words } from './words.ts';

let sandbox: Sandbox | undefined;

beforeAll(() => {
  sandbox = makeSandbox();
});

afterAll(() => sandbox?.remove());

/** They tell the time or draw lots, and are not the same twice. */
const UNSTEADY = /^(date|shuf|git var -l)( |$)/;

interface Runnable extends Command {
  readonly line: string;
  readonly reportsOnMachine: boolean;
}

/** How many run one after the other before it is looked at what they have changed. */
const PART = 30;

const runnable: Runnable[] = [];
const missing = new Set<string>();
for (const line of readOnlyExamples) {
  const argv = words(line).filter((word) => typeof word === 'string');
  const verdict = classifyArguments(words(line));
  if (verdict.kind !== 'read-only' || argv.length < words(line).length) continue;
  const name = argv[0] ?? '';
  if (spawnSync('bash', ['-c', 'type "$1"', 'bash', name]).status !== 0) missing.add(name);
  else {
    const { hardening, reportsOnMachine } = verdict;
    for (const { at, words: inserted } of hardening?.insertions ?? []) argv.splice(at, 0, ...inserted);
    runnable.push({ line, argv, environment: hardening?.environment ?? {}, reportsOnMachine });
  }
}

const parts = Array.from({ length: Math.ceil(runnable.length / PART) }, (_, index) =>
  runnable.slice(index * PART, (index + 1) * PART),
);

it('every example leaves everything as it was', () => {
  for (const part of parts) expect(sandbox?.changing(part, 'plain')).toEqual([]);
  process.stdout.write(`${runnable.length} examples ran; not installed: ${[...missing].join(' ')}\n`);
});

it.skipIf(!hasBubblewrap)(
  'every example is the same where the kernel refuses writing and the network',
  { timeout: 1_200_000 },
  () => {
    if (sandbox === undefined) throw new Error('no sandbox');
    const { run, snapshot } = sandbox;
    const before = snapshot();
    const different: unknown[] = [];
    let compared = 0;
    for (const part of parts) {
      const [writable, readOnly, plain] = (['writable', 'read-only', 'plain'] as const).map((form) =>
        run(part, form),
      );
      expect(snapshot(), part.map(({ line }) => line).join('\n')).toBe(before);
      const isAlike = (index: number): boolean =>
        [readOnly, plain].every((outcomes) => isDeepStrictEqual(outcomes?.[index], writable?.[index]));
      const isSteady = ({ line, reportsOnMachine }: Runnable): boolean =>
        !reportsOnMachine && !UNSTEADY.test(line);
      const steady = part.map((one, index) => ({ one, index })).filter(({ one }) => isSteady(one));
      const doubtful = steady.filter(({ index }) => !isAlike(index));
      // What is not the same twice where it may write tells nothing.
      const again = doubtful.length === 0 ? [] : run(part, 'writable');
      const found = doubtful.filter(({ index }) => isDeepStrictEqual(again[index], writable?.[index]));
      compared += steady.length - doubtful.length + found.length;
      for (const { one, index } of found)
        different.push({
          line: one.line,
          writable: writable?.[index],
          readOnly: readOnly?.[index],
          plain: plain?.[index],
        });
    }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(runnable.length * 0.6);
  },
);

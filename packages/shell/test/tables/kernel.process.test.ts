import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { readOnlyExamples } from './examples/index.ts';
import { hasBubblewrap, makeSandbox, type Sandbox } from './sandbox.ts';
import { words } from './words.ts';

let sandbox: Sandbox | undefined;

beforeAll(() => {
  sandbox = makeSandbox();
});

afterAll(() => sandbox?.remove());

/** They tell the time or draw lots, and are not the same twice. */
const UNSTEADY = /^(date|shuf|git var -l)( |$)/;

interface Runnable {
  readonly line: string;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly reportsOnMachine: boolean;
}

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

it('every example leaves everything as it was', () => {
  if (sandbox === undefined) throw new Error('no sandbox');
  const before = sandbox.snapshot();
  for (const { line, argv, environment } of runnable) {
    sandbox.run(argv, environment, 'plain');
    expect(sandbox.snapshot(), line).toBe(before);
  }
  process.stdout.write(`${runnable.length} examples ran; not installed: ${[...missing].join(' ')}\n`);
});

it.skipIf(!hasBubblewrap)(
  'every example is the same where the kernel refuses writing and the network',
  () => {
    if (sandbox === undefined) throw new Error('no sandbox');
    const { run, snapshot } = sandbox;
    const before = snapshot();
    const different: unknown[] = [];
    let compared = 0;
    for (const { line, argv, environment, reportsOnMachine } of runnable) {
      const writable = run(argv, environment, 'writable');
      const again = run(argv, environment, 'writable');
      expect(snapshot(), line).toBe(before);
      if (reportsOnMachine || UNSTEADY.test(line) || !isDeepStrictEqual(writable, again)) continue;
      compared += 1;
      for (const form of ['read-only', 'plain'] as const) {
        const other = run(argv, environment, form);
        if (!isDeepStrictEqual(other, writable)) different.push({ line, form, writable, other });
      }
    }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(runnable.length * 0.6);
  },
);

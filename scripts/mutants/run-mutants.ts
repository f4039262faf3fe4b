import { applyMutant } from './apply.ts';
import type { Mutant } from './mutant.ts';
import { runTests, type TestEnd } from './run-tests.ts';
import type { WorkspaceCopy } from './workspace-copy.ts';

/** Milliseconds until a broken run is treated as hung. */
const TIMEOUT_MS = 90_000;
/** Milliseconds for all test files unbroken. */
const BASELINE_TIMEOUT_MS = 600_000;
/** Random runs a property. */
const RUNS = 500;

export interface Verdict {
  readonly mutant: Mutant;
  readonly end: TestEnd;
  readonly seconds: number;
}

export function isKilled({ end }: Verdict): boolean {
  return end.status === 'failed' || end.status === 'hung';
}

/** The test files of the mutants on unbroken sources: a red test that was red before proves nothing. */
export async function runUnbroken(
  mutants: readonly Mutant[],
  copies: readonly WorkspaceCopy[],
): Promise<TestEnd> {
  const files = [...new Set(mutants.map(({ test }) => test))];
  const ends = await Promise.all(
    copies.map(({ root }, job): Promise<TestEnd> => {
      const share = files.filter((_, index) => index % copies.length === job);
      if (share.length === 0) return Promise.resolve({ status: 'passed', tests: 0 });
      return runTests({ root, files: share, timeoutMs: BASELINE_TIMEOUT_MS, runs: RUNS });
    }),
  );
  let tests = 0;
  for (const end of ends) {
    if (end.status !== 'passed') return end;
    tests += end.tests;
  }
  return { status: 'passed', tests };
}

/** Runs each mutant against its test, as many side by side as there are copies. */
export async function runMutants(
  mutants: readonly Mutant[],
  copies: readonly WorkspaceCopy[],
  onVerdict: (verdict: Verdict) => void,
): Promise<readonly Verdict[]> {
  const left = [...mutants];
  const verdicts: Verdict[] = [];
  const work = async ({ root }: WorkspaceCopy): Promise<void> => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const startedAt = performance.now();
      const { test, title } = mutant;
      const fix = applyMutant(mutant, root);
      const end = await runTests({ root, files: [test], title, timeoutMs: TIMEOUT_MS, runs: RUNS });
      fix();
      const verdict = { mutant, end, seconds: (performance.now() - startedAt) / 1000 };
      verdicts.push(verdict);
      onVerdict(verdict);
    }
  };
  await Promise.all(copies.map(work));
  return verdicts;
}

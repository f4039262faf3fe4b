import { applyMutant } from './apply.ts';
import type { Mutant } from './mutant.ts';
import { TestRunner } from './run-tests.ts';
import type { TestEnd } from './test-end.ts';
import type { WorkspaceCopy } from './workspace-copy.ts';

/** Milliseconds for a test file unbroken. */
const UNBROKEN_TIMEOUT_MS = 300_000;
/** A broken run is treated as hung after so many milliseconds, or so many times of what the file needs unbroken. */
const TIMEOUT_MS = 90_000;
const TIMEOUT_FACTOR = 5;
/** Random runs a property. */
const RUNS = 500;

export interface Verdict {
  readonly mutant: Mutant;
  /** How its tests ended; where they are not green unbroken, how that run ended: a test that was red before proves nothing. */
  readonly end: TestEnd;
  readonly isGreenUnbroken: boolean;
  readonly seconds: number;
}

export function isKilled({ end, isGreenUnbroken }: Verdict): boolean {
  return isGreenUnbroken && (end.status === 'failed' || end.status === 'hung');
}

/**
 * Runs each test file on unbroken sources, then against each of its mutants, as many files side by side as there are copies.
 */
export async function runMutants(
  mutants: readonly Mutant[],
  copies: readonly WorkspaceCopy[],
  onVerdict: (verdict: Verdict) => void,
): Promise<readonly Verdict[]> {
  const left = [...Map.groupBy(mutants, ({ test }) => test)];
  const verdicts: Verdict[] = [];
  const work = async ({ root }: WorkspaceCopy): Promise<void> => {
    const runner = new TestRunner(root);
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        for await (const verdict of verdictsOf(...next, root, runner)) {
          verdicts.push(verdict);
          onVerdict(verdict);
        }
      }
    } finally {
      runner.close();
    }
  };
  await Promise.all(copies.map(work));
  return verdicts;
}

async function* verdictsOf(
  test: string,
  mutants: readonly Mutant[],
  root: string,
  runner: TestRunner,
): AsyncGenerator<Verdict, void, undefined> {
  let startedAt = performance.now();
  const passedMs = (): number => performance.now() - startedAt;
  const unbroken = await runner.run({ file: test, timeoutMs: UNBROKEN_TIMEOUT_MS, runs: RUNS });
  const timeoutMs = Math.max(TIMEOUT_MS, TIMEOUT_FACTOR * passedMs());
  for (const mutant of mutants) {
    if (unbroken.status !== 'passed') {
      yield { mutant, end: unbroken, isGreenUnbroken: false, seconds: passedMs() / 1000 };
      continue;
    }
    startedAt = performance.now();
    const fix = applyMutant(mutant, root);
    runner.noteChange(mutant.file);
    const end = await runner.run({ file: test, title: mutant.title, timeoutMs, runs: RUNS });
    fix();
    runner.noteChange(mutant.file);
    yield { mutant, end, isGreenUnbroken: true, seconds: passedMs() / 1000 };
  }
}

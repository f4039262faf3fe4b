import type { Expectation, PlacedExpectation } from './expectation.ts';
import type { ExpectationRunner } from './create-expectation-runner.ts';

export interface ExpectationFailure {
  readonly place: string;
  /** The call, or its note; undefined if neither could be read. */
  readonly call: string | undefined;
  readonly message: string;
}

export interface ExpectationResults {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly ExpectationFailure[];
}

const LONGEST = 80;

export async function runExpectations(
  expectations: readonly PlacedExpectation[],
  run: ExpectationRunner,
): Promise<ExpectationResults> {
  const failures: ExpectationFailure[] = [];
  for (const { place, read } of expectations) {
    if (!read.ok) {
      failures.push({ place, call: undefined, message: read.message });
      continue;
    }
    const message = await run(read.expectation);
    if (message !== undefined) failures.push({ place, call: callText(read.expectation), message });
  }
  return { passed: expectations.length - failures.length, failed: failures.length, failures };
}

function callText({ tool, input, mode, note }: Expectation): string {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const about = note === undefined ? '' : `${note}: `;
  return `${about}${tool} ${short}${mode === undefined ? '' : ` in mode ${mode}`}`;
}

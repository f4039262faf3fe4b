import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { badChecks, NEW_SUITE, OLD_SUITE, runSuite } from '../support/conformance.ts';
import { scratch } from './support/scratch.ts';
import { quickOr } from '../../../../test/support/quick.ts';

const RUNNER = fileURLToPath(new URL('conformance/run-suite.ts', import.meta.url));

/** Scored scenarios of each suite; what a suite runs beside them is not counted. */
const SUITES = [
  { name: '2026-07-28', suite: NEW_SUITE, args: ['--requirements', '2026-07-28'], scenarios: 37 },
  { name: '2025-11-25', suite: NEW_SUITE, args: ['--requirements', '2025-11-25'], scenarios: 30 },
  { name: 'all of 2025 as it was then', suite: OLD_SUITE, args: ['--suite', 'all'], scenarios: 32 },
];

/** It recommends resuming a stream, which there is none of: a call ends with the stream that waits for it. */
const RECOMMENDED = 'server-sse-polling';

it.each(quickOr(SUITES.slice(0, 1), SUITES))(
  'our server, engine and pool pass the conformance suite without a network: $name',
  async ({ suite, args, scenarios }) => {
    const results = scratch();
    const program = ['--conditions=sluice-source', RUNNER, suite, ...args, '-o', results];
    const { status, err, scored, failed } = await runSuite(program);
    expect(status, err).toBe(0);
    expect(failed).toEqual([]);
    expect(scored).toHaveLength(scenarios);
    const counted = scored.filter((name) => name !== RECOMMENDED);
    expect(badChecks(results, 'server-', counted)).toEqual([]);
  },
);

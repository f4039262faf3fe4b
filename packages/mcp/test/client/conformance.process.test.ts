import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundled } from '../../../../test/support/bundled.ts';
import { scratch } from '../server/support/scratch.ts';
import { badChecks, NEW_SUITE, OLD_SUITE, runSuite } from '../support/conformance.ts';
import { quickOr } from '../../../../test/support/quick.ts';

/** The suite starts a client for each scenario, all at once. */
const CLIENT = await bundled(join(import.meta.dirname, 'conformance/fixture-client.ts'));

/** Scored scenarios of each suite, those of logins among them. */
const SUITES = [
  { name: '2026-07-28', suite: NEW_SUITE, args: ['--requirements', '2026-07-28'], scenarios: 32 },
  { name: '2025-11-25', suite: NEW_SUITE, args: ['--requirements', '2025-11-25'], scenarios: 18 },
  { name: 'core of 2025 as it was then', suite: OLD_SUITE, args: ['--suite', 'core'], scenarios: 18 },
];

/** It warns when a client reconnects a few hundred milliseconds late, which says more of the machine. */
const TIMED = 'sse-retry';

it.each(quickOr(SUITES.slice(0, 1), SUITES))(
  'our client, engine and pool pass the conformance suite without a network: $name',
  async ({ suite, args, scenarios }) => {
    const results = scratch();
    const env = { MCP_TIMEOUT: '300000' };
    const command = [process.execPath, CLIENT].join(' ');
    const options = ['client', '--command', command, '--timeout', '300000', '-o', results];
    const { status, err, scored, failed } = await runSuite([suite, ...options, ...args], env);
    expect(failed, err).toEqual([]);
    // The old suite exits with an error for a warning, too.
    if (suite === NEW_SUITE) expect(status, err).toBe(0);
    expect(scored).toHaveLength(scenarios);
    const counted = scored.filter((name) => name !== TIMED);
    expect(badChecks(results, '', counted)).toEqual([]);
  },
);

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratch } from '../server/support/scratch.ts';
import { badChecks, NEW_SUITE, OLD_SUITE, runSuite } from '../support/conformance.ts';

const CLIENT = fileURLToPath(new URL('conformance/fixture-client.ts', import.meta.url));

/** Scored scenarios of each suite, those of logins among them. */
const SUITES = [
  { name: '2026-07-28', suite: NEW_SUITE, args: ['--requirements', '2026-07-28'], scenarios: 32 },
  { name: '2025-11-25', suite: NEW_SUITE, args: ['--requirements', '2025-11-25'], scenarios: 18 },
  { name: 'core of 2025 as it was then', suite: OLD_SUITE, args: ['--suite', 'core'], scenarios: 18 },
];

/** It warns when a client reconnects a few hundred milliseconds late, which says more of the machine. */
const TIMED = 'sse-retry';

it.each(process.env['SLUICE_TESTS'] === 'quick' ? SUITES.slice(0, 1) : SUITES)(
  'our client, engine and pool pass the conformance suite without a network: $name',
  async ({ suite, args, scenarios }) => {
    const results = scratch();
    // The suite starts a client for each scenario, all at once: without the cache they take minutes to load.
    const env = { NODE_COMPILE_CACHE: scratch(), MCP_TIMEOUT: '300000' };
    const client = ['--conditions=sluice-source', CLIENT];
    spawnSync(process.execPath, [...client, 'http://127.0.0.1:9/mcp'], { env: { ...process.env, ...env } });
    const command = [process.execPath, ...client].join(' ');
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

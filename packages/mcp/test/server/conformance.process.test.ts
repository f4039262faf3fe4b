import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratch } from './support/scratch.ts';

const require = createRequire(import.meta.url);
const suiteOf = (name: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), 'dist/index.js');
const NEW = suiteOf('@modelcontextprotocol/conformance');
const OLD = suiteOf('conformance-2025');
const RUNNER = fileURLToPath(new URL('conformance/run-suite.ts', import.meta.url));

/** Scored scenarios of each suite; what a suite runs beside them is not counted. */
const SUITES = [
  { name: '2026-07-28', suite: NEW, args: ['--requirements', '2026-07-28'], scenarios: 37 },
  { name: '2025-11-25', suite: NEW, args: ['--requirements', '2025-11-25'], scenarios: 30 },
  { name: 'all of 2025 as it was then', suite: OLD, args: ['--suite', 'all'], scenarios: 32 },
];

async function run(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[status], out, err] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status: Number(status), out, err };
}

/** Nothing outside this machine can be reached; loopback can. */
const ALONE = [
  '--bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--unshare-net',
  '--die-with-parent',
  '--',
];

it.each(process.env['SLUICE_TESTS'] === 'quick' ? SUITES.slice(0, 1) : SUITES)(
  'our server, engine and pool pass the conformance suite without a network: $name',
  async ({ suite, args, scenarios }) => {
    const results = scratch();
    const program = [process.execPath, '--conditions=sluice-source', RUNNER, suite, ...args, '-o', results];
    const { status, out, err } = await run('bwrap', [...ALONE, ...program]);
    const scored = [...out.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gm)].filter(
      ([, , name = '']) => !new RegExp(String.raw`^ {2}[✓✗] ${name} \(`, 'm').test(out),
    );
    expect(status, err).toBe(0);
    expect(scored.filter(([, mark]) => mark === '✗')).toEqual([]);
    expect(scored).toHaveLength(scenarios);
    const names = new Set(scored.map(([, , name]) => name));
    expect(warnings(results, names)).toEqual([]);
  },
);

/** It recommends resuming a stream, which there is none of: a call ends with the stream that waits for it. */
const RECOMMENDED = 'server-sse-polling';

/** What a suite only warns about counts as well. */
function warnings(results: string, names: ReadonlySet<string | undefined>): readonly string[] {
  return readdirSync(results).flatMap((directory) => {
    const [, name] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(directory) ?? [];
    if (!names.has(name) || name === RECOMMENDED) return [];
    const checks: readonly { id: string; status: string; errorMessage?: string }[] = JSON.parse(
      readFileSync(join(results, directory, 'checks.json'), 'utf8'),
    );
    const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    return bad.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`);
  });
}

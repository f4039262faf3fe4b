import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const require = createRequire(import.meta.url);
const suiteOf = (name: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), 'dist/index.js');

/** The conformance suite of the protocol, and the last one before the stateless era. */
export const NEW_SUITE = suiteOf('@modelcontextprotocol/conformance');
export const OLD_SUITE = suiteOf('conformance-2025');

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

export interface SuiteRun {
  readonly status: number;
  readonly err: string;
  /** Names of the scored scenarios, and of those of them that failed. */
  readonly scored: readonly string[];
  readonly failed: readonly string[];
}

/** Runs a program of a suite without a network. Scenarios that are not scored are left out. */
export async function runSuite(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<SuiteRun> {
  const child = spawn('bwrap', [...ALONE, process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const [[status], out, err] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  const scored = [...out.matchAll(/^([✓✗]) ([\w/-]+): (\d+) passed, (\d+) failed/gm)].filter(
    ([, , name = '']) => !new RegExp(String.raw`^ {2}[✓✗] ${name} \(`, 'm').test(out),
  );
  return {
    status: Number(status),
    err,
    scored: scored.map(([, , name = '']) => name),
    failed: scored.flatMap(([, , name = '', , failures]) => (failures === '0' ? [] : [name])),
  };
}

/**
 * Checks that failed or warned in the results of these scenarios: what a suite only warns about counts too.
 * @param prefix of the directories of results
 */
export function badChecks(results: string, prefix: string, scenarios: readonly string[]): readonly string[] {
  return scenarios.flatMap((scenario) => {
    const path = join(results, dirname(scenario));
    const start = `${prefix}${scenario.slice(scenario.lastIndexOf('/') + 1)}-`;
    const isResult = (name: string): boolean =>
      name.startsWith(start) && /^\d{4}-\d\d-\d\dT/.test(name.slice(start.length));
    return readdirSync(path)
      .filter(isResult)
      .flatMap((directory) => {
        const checks: readonly { id: string; status: string; errorMessage?: string }[] = JSON.parse(
          readFileSync(join(path, directory, 'checks.json'), 'utf8'),
        );
        const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
        return bad.map(({ id, errorMessage = '' }) => `${scenario}, ${id}: ${errorMessage}`);
      });
  });
}

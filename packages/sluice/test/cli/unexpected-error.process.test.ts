import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CLI } from './exec/support/cli.ts';

/** Runs `sluice exec` after this code has spoilt something of Node's. */
function runSpoilt(code: string, env: Readonly<Record<string, string>> = {}) {
  const preload = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [preload, ...CLI, 'exec', '--cwd', '/'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

const BROKEN = String.raw`new Error('broken\nin two')`;
/** While the command waits for its input: it has just begun to listen to signals. */
const whileItRuns = (code: string): string =>
  `process.on('newListener', (name) => { if (name === 'SIGHUP') process.nextTick(() => { ${code} }); });`;

describe.each([
  ['an error of the command', `Object.defineProperty(process, 'stdin', { get() { throw ${BROKEN} } })`],
  ['an error outside of it', whileItRuns(`throw ${BROKEN}`)],
  ['a promise that no one awaits', whileItRuns(`Promise.reject(${BROKEN})`)],
])('%s', (_, code) => {
  it('is one line and exit status 1', () => {
    const stderr = 'sluice: broken (SLUICE_DEBUG=1 shows where)\n';
    expect(runSpoilt(code)).toEqual({ status: 1, stdout: '', stderr });
  });

  it('has its stack where that is asked for', () => {
    const { status, stderr } = runSpoilt(code, { SLUICE_DEBUG: '1' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^sluice: Error: broken\nin two\n +at /);
  });
});

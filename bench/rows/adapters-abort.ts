import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalRuntime } from 'sluice';
import { processesWith } from '../support/agents/agent-leftovers.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { Watch, type RunSDK } from '../support/sdk-watch.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A word that no other process has. */
const SECONDS = '1000.375';
const MOST_MS = 100;
/** After the run has settled, what it had started has this long to end. */
const GONE_MS = 1_000;
const POLL_MS = 5;

/** A program of another SDK gives up while a command runs. */
export const adaptersAbortRow: Row = {
  name: 'adapters-abort',
  about:
    'an abort in other SDKs while a command runs, to the end of the run, nothing left; vs SIGTERM to the end of a bare process',
  async measure({ isQuick }) {
    // The SDKs are large: only rows that need them load them.
    const { SDKS } = await import('../support/sdk-runs.ts');
    const lines: Line[] = [];
    for (const [name, run] of SDKS) lines.push(await measureSDK(name, run, isQuick ? 3 : 11));
    return lines;
  },
};

async function measureSDK(sdk: string, run: RunSDK, runs: number): Promise<Line> {
  const name = `${sdk}: an abort while a command runs, to the end of the run`;
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let number = 0; number < runs; number += 1) {
    using directory = temporaryDirectory();
    await using runtime = await createLocalRuntime({
      cwd: directory.path,
      settings: { allow: ['Bash(sleep *)'] },
    });
    const watch = new Watch([
      { id: 'c0', name: 'Bash', args: JSON.stringify({ command: `sleep ${SECONDS}` }) },
    ]);
    const abort = new AbortController();
    // Some SDKs reject when they are aborted.
    const ended = run(runtime, watch, abort.signal).catch(() => {});
    if (!(await comesTrue(() => processesWith(SECONDS).length > 0, 10 * GONE_MS)))
      return failed(name, 'the command did not start');
    const abortedAt = performance.now();
    abort.abort();
    await ended;
    ours.push(performance.now() - abortedAt);
    if (!(await comesTrue(() => processesWith(SECONDS).length === 0, GONE_MS)))
      return failed(name, 'the command was still running a second later');
    baseline.push(await endOfBareProcess());
  }
  return {
    ...{ status: 'measured', name, unit: 'ms', ours, baseline },
    target: { kind: 'at-most', value: MOST_MS },
  };
}

/** Milliseconds. */
async function endOfBareProcess(): Promise<number> {
  const child = spawn('sleep', [SECONDS], { stdio: 'ignore' });
  await once(child, 'spawn');
  await delay(POLL_MS);
  const signaledAt = performance.now();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return performance.now() - signaledAt;
}

async function comesTrue(is: () => boolean, withinMs: number): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < withinMs; await delay(POLL_MS))
    if (is()) return true;
  return is();
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineTool } from '@sluice/core';
import { z } from 'zod';
import { createBenchRuntime } from '../support/bench-runtime.ts';
import { shortfall } from '../support/counts.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import { readRun } from '../support/read-run.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openToolSession } from '../support/tool-session.ts';

const CALLS = 10;
const target = { kind: 'at-most', value: 550 } as const;

/** Calls that only read run beside each other: ten waits take as long as one. */
export const sideBySideRow: Row = {
  name: 'side-by-side',
  about: `${CALLS} children that sleep half a second, in one message`,
  async measure({ isQuick }) {
    const runs = isQuick ? 1 : 7;
    return [await sleepsOfTool(runs), await sleepsOfBash(runs)];
  },
};

async function sleepsOfTool(runs: number): Promise<Line> {
  const name = `${CALLS} read-only "sleep 0.5" in one message, vs one bare child`;
  const counts = { children: 0, results: 0 };
  const tool = defineTool({
    name: 'Sleep',
    description: 'waits for a child that sleeps',
    inputSchema: z.object({ seconds: z.number() }),
    isReadOnly: true,
    isConcurrencySafe: true,
    async call({ seconds }) {
      await sleepInChild(seconds);
      counts.children += 1;
      return { data: 'slept' };
    },
  });
  const runtime = createBenchRuntime({ tools: [tool], maxConcurrency: CALLS });
  const calls = Array.from({ length: CALLS }, (_, index) => ({
    id: `call-${index}`,
    name: 'Sleep',
    input: { seconds: 0.5 },
  }));
  const measured = await interleave(
    runs,
    () =>
      timeOf(async () => {
        counts.results += (await readRun(runtime.run(calls))).ok;
      }),
    () => timeOf(() => sleepInChild(0.5)),
  );
  const missing = shortfall(counts, runs * CALLS);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'ms', ...measured, target };
}

/** The same through the Bash tool, which finds out by itself that these commands only read. */
async function sleepsOfBash(runs: number): Promise<Line> {
  const name = `${CALLS} Bash calls of "sleep 0.5" in one message, vs one bare child`;
  using directory = temporaryDirectory();
  await using session = openToolSession(directory.path, directory.path);
  const calls = Array.from({ length: CALLS }, () => ({ name: 'Bash', input: { command: 'sleep 0.5' } }));
  const counts = { results: 0 };
  await session.call('Bash', { command: 'true' });
  const measured = await interleave(
    runs,
    async () => {
      const ms = await timeOf(async () => {
        counts.results += (await session.callAll(calls)).ok;
      });
      // Less than one sleep means that they did not sleep.
      if (ms < 500) throw new Error(`The commands ended after ${ms} ms.`);
      return ms;
    },
    () => timeOf(() => sleepInChild(0.5)),
  );
  const missing = shortfall(counts, runs * CALLS);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'ms', ...measured, target };
}

async function sleepInChild(seconds: number): Promise<void> {
  const [code] = await once(spawn('sleep', [String(seconds)], { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`sleep ended with ${String(code)}`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineTool } from '@sluice/core';
import { z } from 'zod';
import { createBenchRuntime } from '../support/bench-runtime.ts';
import { shortfall } from '../support/counts.ts';
import { interleave, timeOf } from '../support/interleave.ts';
import { failed } from '../support/line.ts';
import { readRun } from '../support/read-run.ts';
import type { Row } from '../support/row.ts';

const CALLS = 10;
const NAME = `${CALLS} read-only "sleep 0.5" in one message, vs one bare child`;

/** Calls that only read run beside each other: ten waits take as long as one. */
export const sideBySideRow: Row = {
  name: 'side-by-side',
  about: `${CALLS} children that sleep half a second, in one message`,
  async measure({ isQuick }) {
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
    const runs = isQuick ? 1 : 7;
    const measured = await interleave(
      runs,
      () =>
        timeOf(async () => {
          counts.results += (await readRun(runtime.run(calls))).ok;
        }),
      () => timeOf(() => sleepInChild(0.5)),
    );
    const missing = shortfall(counts, runs * CALLS);
    if (missing !== undefined) return [failed(NAME, missing)];
    return [
      { status: 'measured', name: NAME, unit: 'ms', ...measured, target: { kind: 'at-most', value: 550 } },
    ];
  },
};

async function sleepInChild(seconds: number): Promise<void> {
  const [code] = await once(spawn('sleep', [String(seconds)], { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`sleep ended with ${String(code)}`);
}

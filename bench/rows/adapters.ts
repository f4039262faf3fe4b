import { setTimeout as delay } from 'node:timers/promises';
import { createLocalRuntime, defineTool } from 'sluice';
import { z } from 'zod';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { CALLS, TEXT_MS, Watch, type RunSDK } from '../support/sdk-watch.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const CALL_MS: readonly number[] = CALLS;

/** Calls start while a model of another SDK writes: after its stream nothing is left to wait for. */
export const adaptersRow: Row = {
  name: 'adapters',
  about: `calls of ${CALL_MS.join(' and ')} ms in other SDKs, with ${TEXT_MS} ms of text after them`,
  async measure({ isQuick }) {
    // The SDKs are large: only this row loads them.
    const { SDKS } = await import('../support/sdk-runs.ts');
    const lines: Line[] = [];
    for (const [name, run] of SDKS) lines.push(await measureSDK(name, run, isQuick ? 1 : 5));
    return lines;
  },
};

async function measureSDK(sdk: string, run: RunSDK, runs: number): Promise<Line> {
  const name = `${sdk}: end of the stream to the next request, vs calls that take no time`;
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let number = 0; number < runs; number += 1) {
    for (const [isWorking, times] of [
      [false, baseline],
      [true, ours],
    ] as const) {
      let done = 0;
      using directory = temporaryDirectory();
      await using runtime = await createLocalRuntime({
        cwd: directory.path,
        tools: [work(isWorking, () => (done += 1))],
      });
      const watch = new Watch();
      await run(runtime, watch);
      if (done !== CALL_MS.length || watch.requests !== 2)
        return failed(name, `${done} calls were made, and ${watch.requests} requests`);
      times.push(watch.nextRequest - watch.streamEnd);
    }
  }
  return { status: 'measured', name, unit: 'ms', ours, baseline, target: { kind: 'difference', atMost: 10 } };
}

function work(isWorking: boolean, onDone: () => void) {
  return defineTool({
    name: 'Work',
    description: 'takes its time',
    inputSchema: z.object({ index: z.number() }),
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    async call({ index }) {
      if (isWorking) await delay(CALL_MS[index]);
      onDone();
      return { data: 'done' };
    },
  });
}

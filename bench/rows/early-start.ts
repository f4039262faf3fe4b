import { setTimeout as delay } from 'node:timers/promises';
import { defineTool, type FeedItem, type RuntimeOptions } from '@sluice/core';
import { z } from 'zod';
import { createBenchRuntime } from '../support/bench-runtime.ts';
import { shortfall } from '../support/counts.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

const CALLS = 5;
const CALL_MS = 300;
const GAP_MS = 400;

/** Calls start while the model is still writing: when its stream ends, only the last has still to be done. */
export const earlyStartRow: Row = {
  name: 'early-start',
  about: `${CALLS} calls of ${CALL_MS} ms, one after the other, with ${GAP_MS} ms between their blocks in the stream`,
  async measure({ isQuick }) {
    const runs = isQuick ? 1 : 5;
    const early = await measureStart('stream', runs);
    const late = await measureStart('message', isQuick ? 1 : 2);
    return [early, late];
  },
};

async function measureStart(start: NonNullable<RuntimeOptions['start']>, runs: number): Promise<Line> {
  const name = `${CALLS} calls of ${CALL_MS} ms in a stream, start "${start}", vs stream end + last call`;
  const counts = { started: 0, results: 0 };
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { done, streamEnd, lastCall } = await runStream(start, counts);
    ours.push(done);
    baseline.push(streamEnd + lastCall);
  }
  const missing = shortfall(counts, runs * CALLS);
  if (missing !== undefined) return failed(name, missing);
  const target =
    start === 'stream' ? ({ kind: 'difference', atMost: 20 } as const) : ({ kind: 'none' } as const);
  return { status: 'measured', name, unit: 'ms', ours, baseline, target };
}

/** Times in milliseconds from the stream's first block; `lastCall` is how long the last call itself took. */
async function runStream(
  start: NonNullable<RuntimeOptions['start']>,
  counts: { started: number; results: number },
): Promise<{ readonly done: number; readonly streamEnd: number; readonly lastCall: number }> {
  let lastCall = 0;
  const tool = defineTool({
    name: 'Work',
    description: 'has effects and takes its time',
    inputSchema: z.object({ index: z.number() }),
    async call({ index }) {
      counts.started += 1;
      const startedAt = performance.now();
      await delay(CALL_MS);
      lastCall = performance.now() - startedAt;
      return { data: `done ${index}` };
    },
  });
  let streamEnd = 0;
  const startedAt = performance.now();
  async function* stream(): AsyncGenerator<FeedItem> {
    for (let index = 0; index < CALLS; index += 1) {
      if (index > 0) await delay(GAP_MS);
      yield { type: 'call', id: `call-${index}`, name: 'Work', input: { index } };
    }
    streamEnd = performance.now() - startedAt;
    yield { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true };
  }
  let done = 0;
  for await (const event of createBenchRuntime({ tools: [tool], start }).run(stream())) {
    if (event.type === 'tool-result' && event.outcome.code === 'ok') counts.results += 1;
    if (event.type === 'message') done = performance.now() - startedAt;
  }
  return { done, streamEnd, lastCall };
}

import { defineTool, writeFile, type Claims, type FeedItem } from '@sluice/core';
import { z } from 'zod';
import { createBenchRuntime } from '../support/bench-runtime.ts';
import { shortfall } from '../support/counts.ts';
import { interleave } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row, RowOptions } from '../support/table/row.ts';

const MANY = 10_000;
const FEW = 100;

interface Shape {
  readonly name: string;
  readonly isSafe: boolean;
  readonly claims?: (index: number) => Claims;
}

const SHAPES: readonly Shape[] = [
  { name: 'all safe', isSafe: true },
  { name: 'all exclusive', isSafe: false },
  { name: 'one file', isSafe: false, claims: () => [writeFile('/bench/file')] },
  { name: 'all different files', isSafe: false, claims: (index) => [writeFile(`/bench/file-${index}`)] },
];

/** The cost of a call must not grow with the number of calls that wait beside it. */
export const waitingRow: Row = {
  name: 'waiting',
  about: `cost of a call with ${MANY} waiting, compared with ${FEW}`,
  async measure(options) {
    const lines: Line[] = [];
    for (const shape of SHAPES) lines.push(await measureShape(shape, options));
    return lines;
  },
};

async function measureShape(shape: Shape, { isQuick }: RowOptions): Promise<Line> {
  const name = `${MANY} calls waiting, ${shape.name}, vs ${FEW}`;
  const counts = { waiting: 0, work: 0, results: 0 };
  let calls = 0;
  const measure = async (size: number, batches: number): Promise<number> => {
    const bench = createWaitingBench(shape, counts);
    const startedAt = performance.now();
    for (let batch = 0; batch < batches; batch += 1) await bench.run(size);
    calls += size * batches;
    return ((performance.now() - startedAt) * 1000) / (size * batches);
  };
  const many = (): Promise<number> => measure(MANY, 1);
  const few = (): Promise<number> => measure(FEW, MANY / FEW);
  await interleave(isQuick ? 1 : 2, many, few);
  const measured = await interleave(isQuick ? 3 : 9, many, few);
  const missing = shortfall(counts, calls);
  if (missing !== undefined) return failed(name, missing);
  const target = { kind: 'ratio', atMost: 1.5, plus: 0 } as const;
  return { status: 'measured', name, unit: 'µs', ...measured, target };
}

/** Runs messages whose calls all wait, behind those that run, until the last has come. */
function createWaitingBench(shape: Shape, counts: { waiting: number; work: number; results: number }) {
  let gate = Promise.withResolvers<void>();
  const tool = defineTool({
    name: 'Wait',
    description: 'waits for the gate',
    inputSchema: z.object({ index: z.number() }),
    isReadOnly: shape.isSafe,
    isConcurrencySafe: shape.isSafe,
    ...(shape.claims === undefined ? {} : { claims: ({ index }) => shape.claims?.(index) ?? 'exclusive' }),
    async call({ index }) {
      counts.work += 1;
      await gate.promise;
      return { data: `done ${index}` };
    },
  });
  const runtime = createBenchRuntime({ tools: [tool] });
  return {
    async run(size: number): Promise<void> {
      gate = Promise.withResolvers();
      let settled = 0;
      const feed = callsBehindGate(size, () => {
        // Had any got through before all had come, they would not have waited together.
        counts.waiting += size - settled;
        gate.resolve();
      });
      for await (const event of runtime.run(feed)) {
        if (event.type === 'tool-result' && event.outcome.code === 'ok') settled += 1;
      }
      counts.results += settled;
    },
  };
}

async function* callsBehindGate(size: number, open: () => void): AsyncGenerator<FeedItem> {
  for (let index = 0; index < size; index += 1) {
    yield { type: 'call', id: `call-${index}`, name: 'Wait', input: { index } };
  }
  open();
  yield { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true };
}

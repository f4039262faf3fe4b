import { setTimeout as delay } from 'node:timers/promises';
import {
  createMemoryFiles,
  defineTool,
  readFile,
  readTree,
  writeFile,
  type AnyTool,
  type Claims,
  type RuntimeOptions,
  type ToolCall,
} from '@sluice/core';
import { z } from 'zod';
import { createBenchRuntime } from '../support/bench-runtime.ts';
import { shortfall } from '../support/counts.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import { readRun } from '../support/read-run.ts';
import type { Row } from '../support/table/row.ts';

const CALL_MS = 50;

/** What a model asks for in one message: reads, a search, edits of two files, a page, a command, a read after it. */
const CALLS: readonly (readonly [tool: string, target: string])[] = [
  ['Read', '/bench/a'],
  ['Read', '/bench/b'],
  ['Search', '/bench'],
  ['Edit', '/bench/a'],
  ['Edit', '/bench/b'],
  ['Fetch', 'page-1'],
  ['Fetch', 'page-2'],
  ['Command', 'test'],
  ['Read', '/bench/a'],
];

/** What running side by side is worth: the same mixed batch, one call at a time and ten. */
export const batchRow: Row = {
  name: 'batch',
  about: `nine mixed calls of ${CALL_MS} ms in one message: side by side against one at a time`,
  async measure({ isQuick }) {
    const runs = isQuick ? 1 : 7;
    return [await measureScheduling('claims', runs), await measureScheduling('strict', runs)];
  },
};

async function measureScheduling(
  scheduling: NonNullable<RuntimeOptions['scheduling']>,
  runs: number,
): Promise<Line> {
  const name = `nine mixed calls of ${CALL_MS} ms, ${scheduling}, 10 at a time vs 1`;
  const counts = { work: 0, results: 0 };
  const tools = createTools(counts);
  const run = (maxConcurrency: number): Promise<number> => {
    const runtime = createBenchRuntime({ tools, cwd: '/bench', scheduling, maxConcurrency, ports: ports() });
    return timeOf(async () => {
      counts.results += (await readRun(runtime.run(toolCalls()))).ok;
    });
  };
  const measured = await interleave(
    runs,
    () => run(10),
    () => run(1),
  );
  const missing = shortfall(counts, runs * 2 * CALLS.length);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'none' } };
}

function ports() {
  const contents = new Map([
    ['/bench/a', 'a'],
    ['/bench/b', 'b'],
  ]);
  return { files: createMemoryFiles({ contents }) };
}

function toolCalls(): ToolCall[] {
  return CALLS.map(([name, target], index) => ({ id: `call-${index}`, name, input: { target } }));
}

function createTools(counts: { work: number }): readonly AnyTool[] {
  const tool = (name: string, isReadOnly: boolean, claims: (target: string) => Claims): AnyTool =>
    defineTool({
      name,
      description: `takes ${CALL_MS} ms`,
      inputSchema: z.object({ target: z.string() }),
      isReadOnly,
      isConcurrencySafe: isReadOnly,
      claims: ({ target }) => claims(target),
      async call({ target }) {
        counts.work += 1;
        await delay(CALL_MS);
        return { data: `${name} ${target}` };
      },
    });
  return [
    tool('Read', true, (target) => [readFile(target)]),
    tool('Search', true, (target) => [readTree(target)]),
    tool('Edit', false, (target) => [writeFile(target)]),
    tool('Fetch', true, () => []),
    tool('Command', false, () => 'exclusive'),
  ];
}

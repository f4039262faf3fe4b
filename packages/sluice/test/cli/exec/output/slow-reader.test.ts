import { Writable } from 'node:stream';
import { defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createJsonlView } from '../../../../src/cli/exec/output/jsonl.ts';
import { createSink } from '../../../../../base/src/terminal/sink.ts';
import { createLocalRuntime } from '../../../../../session/src/runtime/create-local-runtime.ts';
import { parseLines } from '../support/cli.ts';
import { scratch } from '../support/scratch.ts';

/** A second of a day that the clock of the tests begins at. */
const wallTimeAt = (time: number) => 1_700_000_000_000 + time;

const STEPS = 10_000;

it('a slow reader of progress gets the latest, the number of those left out, and every result', async () => {
  const counting = defineTool({
    name: 'Counting',
    description: 'Counts.',
    inputSchema: z.object({}),
    isReadOnly: true,
    claims: () => [],
    async *call() {
      for (let step = 1; step <= STEPS; step += 1) yield { progress: step };
      yield { data: 'counted' };
      isCounted = true;
      release();
    },
  });
  let taken = '';
  let isCounted = false;
  let release: () => void = () => {};
  // Takes nothing before the tool is at its end.
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      taken += String(chunk);
      if (isCounted) done();
      else release = done;
    },
  });
  await using runtime = await createLocalRuntime({ cwd: scratch(), tools: [counting] });
  const view = createJsonlView({ showsProgress: true, startedAt: 0, wallTimeAt });
  const sink = createSink(stream);
  for await (const event of runtime.run([{ id: 'a', name: 'Counting', input: {} }])) {
    await sink.write(view.show(event).out);
  }
  const lines = parseLines(taken);
  const progress = lines.filter((line) => line['type'] === 'progress');
  const dropped = progress.reduce((sum, line) => sum + Number(line['dropped']), 0);
  expect(progress.length).toBeLessThan(5);
  expect(progress.length + dropped).toBe(STEPS);
  expect(progress.at(-1)).toMatchObject({ data: STEPS });
  expect(lines.filter((line) => line['type'] === 'tool_result')).toHaveLength(1);
});

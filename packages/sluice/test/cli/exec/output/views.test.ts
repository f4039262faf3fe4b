import { defineTool, fail, readNamed, writeNamed, type RunEvent, type ToolPool } from '@sluice/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createJsonlView } from '../../../../src/cli/exec/output/jsonl.ts';
import { createPalette } from '../../../../../base/src/terminal/palette.ts';
import { createTextView } from '../../../../src/cli/exec/output/text.ts';
import type { View } from '../../../../src/cli/exec/output/view.ts';
import { createTally } from '../../../../src/cli/exec/tally.ts';
import { createLocalRuntime } from '../../../../../session/src/runtime/create-local-runtime.ts';
import { parseLines } from '../support/cli.ts';
import { scratch } from '../support/scratch.ts';

/** A second of a day that the clock of the tests begins at. */
const wallTimeAt = (time: number) => 1_700_000_000_000 + time;

/** Both of two calls of this tool have begun before either ends. */
function createPairTool() {
  let begun = 0;
  const { promise: bothBegun, resolve } = Promise.withResolvers<void>();
  return defineTool({
    name: 'Pair',
    description: 'Waits for a second call.',
    inputSchema: z.object({ name: z.string() }),
    isReadOnly: true,
    claims: () => [readNamed('sample')],
    async *call({ name }) {
      begun += 1;
      if (begun === 2) resolve();
      await bothBegun;
      yield { progress: { name } };
      yield { data: name };
    },
    summarize: ({ name }) => `Pair ${name}`,
  });
}

const failing = defineTool({
  name: 'Failing',
  description: 'Fails.',
  inputSchema: z.object({}),
  isReadOnly: true,
  claims: () => [writeNamed('sample')],
  call: async () => fail('broken', 'It is broken:\n\u001b[2Jsee below'),
});

const CALLS = [
  { id: 'a', name: 'Pair', input: { name: 'one\u001b[31m' } },
  { id: 'b', name: 'Pair', input: { name: 'zwei '.repeat(30) } },
  { id: 'c', name: 'Failing', input: {} },
  { id: 'd', name: 'Bash', input: { command: 'make' } },
  { id: 'e', name: 'Pair', input: {} },
  { id: 'f', name: 'Nothing', input: {} },
];

/** How each of them ends for a program. */
const OUTCOMES = [
  [undefined, undefined],
  [undefined, undefined],
  ['tool-error', 'broken'],
  ['denied', undefined],
  ['invalid-input', undefined],
  ['unknown-tool', undefined],
];

async function run(makeView: (pool: ToolPool) => View): Promise<{ out: string; err: string }> {
  await using runtime = await createLocalRuntime({ cwd: scratch(), tools: [createPairTool(), failing] });
  const view = makeView(runtime.pool);
  const tally = createTally();
  const shown = { out: '', err: '' };
  const add = ({ out, err }: { readonly out: string; readonly err: string }): void => {
    shown.out += out;
    shown.err += err;
  };
  for await (const event of runtime.run(CALLS)) {
    tally.add(event);
    add(view.show(event));
  }
  add(view.close(tally.summary({ wallMs: 12, keptResults: undefined, endedTasks: [] })));
  return shown;
}

const textView = (hasColor: boolean) => (pool: ToolPool) =>
  createTextView({
    pool,
    fedInput: (id) => CALLS.find((call) => call.id === id)?.input,
    showsProgress: false,
    isTerminal: false,
    palette: createPalette(hasColor),
    columns: () => 60,
  });

it('shows a line for each call, side by side ones joined, and nothing that a terminal obeys', async () => {
  const { out, err } = await run(textView(false));
  expect(err).toBe('');
  expect(out.replaceAll(/\d+ ms/g, 'N ms').replaceAll(/ +N ms +\d+ B/g, ' [time size]')).toBe(
    `┌ ✓ Pair one⟨U+001B⟩[31m [time size]
└ ✓ Pair zwei zwei zwei zwei zwei zwei zw… [time size]
  ✗ Failing [time size]
    failed: It is broken:
  ⊘ Bash make [time size]
    denied: no rule allows make, which may change things (m…
  ✗ Pair [time size]
    invalid input: name: is required (a string)
  ✗ Nothing [time size]
    no tool named Nothing
6 calls: 2 ok, 1 failed, 1 invalid, 1 of unknown tools, 1 denied · N ms, N ms of calls, up to 2 at once
`,
  );
  for (const line of out.split('\n').slice(0, -2)) expect(line.length).toBeLessThanOrEqual(60);
});

it('puts marks in color where there is any', async () => {
  const { out } = await run(textView(true));
  expect(out).toContain('\u001b[32m✓\u001b[0m');
  expect(out).toContain('\u001b[31m✗\u001b[0m');
  // Of escape sequences, only the colors are left.
  const colors = ['2', '31', '32', '33', '0'].map((code) => `\u001b[${code}m`);
  expect(colors.reduce((text, color) => text.replaceAll(color, ''), out)).not.toContain('\u001b');
});

it('writes results in call order, the message, and the counts', async () => {
  const { out } = await run(() => createJsonlView({ showsProgress: false, startedAt: 0, wallTimeAt }));
  const lines = parseLines(out);
  expect(lines.map((line) => line['type'] ?? '')).toEqual([
    ...CALLS.map(() => 'tool_result'),
    'user',
    'summary',
  ]);
  const results = lines.slice(0, CALLS.length);
  expect(results.map((line) => line['tool_use_id'])).toEqual(CALLS.map(({ id }) => id));
  expect(results[0]).toMatchObject({ duration_ms: expect.any(Number) });
  expect(results.map(({ outcome, error_code: code }) => [outcome, code])).toEqual(OUTCOMES);
  // What is beside the block would be refused by a model API.
  const blocks = results.map(({ type, tool_use_id, content, is_error }) => ({
    type,
    tool_use_id,
    content,
    is_error,
  }));
  expect(lines.at(-2)).toEqual({ type: 'user', message: { role: 'user', content: blocks } });
  expect(lines.at(-1)).toMatchObject({
    calls: 6,
    outcomes: { ok: 2, 'tool-error': 1, 'invalid-input': 1, 'unknown-tool': 1, denied: 1 },
    wall_ms: 12,
    peak_concurrency: 2,
    messages: 1,
    errors: 0,
  });
});

it('writes the steps of each call and its progress, with times that never go back', async () => {
  const { out } = await run(() =>
    createJsonlView({ showsProgress: true, startedAt: performance.now(), wallTimeAt }),
  );
  const lines = parseLines(out);
  const ofA = lines.filter((line) => line['tool_use_id'] === 'a').map((line) => line['type']);
  expect(ofA).toEqual([
    'call-received',
    'call-queued',
    'call-preparing',
    'call-executing',
    'progress',
    'call-settling',
    'call-settled',
    'call-released',
    'tool_result',
  ]);
  const times = lines.flatMap((line) => (typeof line['time_ms'] === 'number' ? [line['time_ms']] : []));
  expect(times.length).toBeGreaterThan(20);
  // Progress keeps its place in the order when a later one replaces it, and tells the time of the later one.
  expect(times.every((time) => time >= 0)).toBe(true);
});

const events: readonly { readonly event: RunEvent; readonly line: object }[] = [
  {
    event: { type: 'discarded', messageId: 'm', handedOut: ['a'], note: 'n', sequence: 0, time: 0 },
    line: { type: 'discarded', tool_use_ids: ['a'], note: 'n' },
  },
  {
    event: { type: 'discarded', messageId: 'm', handedOut: [], note: undefined, sequence: 0, time: 0 },
    line: { type: 'discarded', tool_use_ids: [] },
  },
  {
    event: {
      type: 'error',
      code: 'not-json',
      message: 'm',
      callId: undefined,
      line: 3,
      sequence: 0,
      time: 0,
    },
    line: { type: 'error', code: 'not-json', message: 'm', line: 3 },
  },
  {
    event: { type: 'notice', code: 'store-unwritable', message: 'm', callId: 'a', sequence: 0, time: 0 },
    line: { type: 'notice', code: 'store-unwritable', message: 'm', tool_use_id: 'a' },
  },
];

it.each(events)('writes $line', ({ event, line }) => {
  const { out } = createJsonlView({ showsProgress: false, startedAt: 0, wallTimeAt }).show(event);
  expect(parseLines(out)).toEqual([line]);
});

it("tells what a tool's check of its input and the tool itself say of a result", async () => {
  const checked = defineTool({
    name: 'Checked',
    description: 'Checks its input.',
    inputSchema: z.object({ isFine: z.boolean() }),
    isReadOnly: true,
    claims: () => [],
    validateInput: ({ isFine }) => (isFine ? { ok: true } : { ok: false, code: 'not-fine', message: 'No.' }),
    call: async () => ({ data: 'done', metadata: { trace: 't' } }),
  });
  await using runtime = await createLocalRuntime({ cwd: scratch(), tools: [checked] });
  const view = createJsonlView({ showsProgress: false, startedAt: 0, wallTimeAt });
  let out = '';
  const calls = [true, false].map((isFine) => ({ id: String(isFine), name: 'Checked', input: { isFine } }));
  for await (const event of runtime.run(calls)) out += view.show(event).out;
  const [fine, refused] = parseLines(out);
  expect(fine).toMatchObject({ is_error: false, metadata: { trace: 't' }, duration_ms: expect.any(Number) });
  expect(fine).not.toHaveProperty('outcome');
  expect(refused).toMatchObject({ is_error: true, outcome: 'invalid-input', error_code: 'not-fine' });
  expect(refused).not.toHaveProperty('duration_ms');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesOf, MESSAGE_STOP, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

const GLOB = { pattern: '*.none' };
const good = (id: string): string => toolUse(id, 'Glob', GLOB);

/** An event stream of one message with one call; `json` is its input as the model sent it. */
function stream(json: string, { stopReason = 'tool_use', isCut = false } = {}): string {
  const events = [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 's', name: 'Glob', input: {} },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: json } },
  ];
  const rest = [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: stopReason } },
    { type: 'message_stop' },
  ];
  return [...events, ...(isCut ? [] : rest)]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

/** Title, input, the errors' codes, and the outcomes. */
const cases: readonly (readonly [string, string, readonly object[], object])[] = [
  [
    'a line that is not JSON',
    `${good('a')}{"type":\n${good('b')}`,
    [{ code: 'not-json', line: 2 }],
    { ok: 2 },
  ],
  ['an unknown event', `{"type":"poem"}\n${good('a')}`, [{ code: 'unknown-event', line: 1 }], { ok: 1 }],
  [
    'two calls with one id',
    good('a') + good('a') + good('b'),
    [{ code: 'duplicate-id', tool_use_id: 'a' }],
    { ok: 2 },
  ],
  ['one id in two messages', good('a') + MESSAGE_STOP + good('a'), [], { ok: 2 }],
  [
    'a missing id',
    '{"type":"tool_use","name":"Glob","input":{}}\n' + good('a'),
    [{ code: 'missing-id' }],
    { ok: 1 },
  ],
  [
    'a stream cut within a call',
    stream('{"pattern": "*', { isCut: true }),
    [{ code: 'stream-cut' }],
    { 'invalid-input': 1 },
  ],
  [
    'max_tokens within a call',
    stream('{"pattern": "*', { stopReason: 'max_tokens' }),
    [],
    { 'invalid-input': 1 },
  ],
  [
    'max_tokens right after a call',
    stream('{"pattern": "*"}', { stopReason: 'max_tokens' }),
    [],
    { 'invalid-input': 1 },
  ],
  [
    'comments and pings',
    `: hello\n\nevent: ping\ndata: {"type":"ping"}\n\n${stream('{"pattern":"*.none"}')}`,
    [],
    { ok: 1 },
  ],
  ['CRLF', stream('{"pattern":"*.none"}').replaceAll('\n', '\r\n'), [], { ok: 1 }],
  [
    'an error event in mid-stream',
    `${stream('{"pattern": "*', { isCut: true })}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`,
    [{ code: 'stream-error' }],
    { 'invalid-input': 1 },
  ],
  [
    'ids that look like paths',
    good('../../a') + good('/etc/passwd') + good('i'.repeat(10_000)),
    [],
    { ok: 3 },
  ],
  [
    'names from the prototype',
    toolUse('a', 'constructor', {}) + toolUse('b', '__proto__', {}),
    [],
    { 'unknown-tool': 2 },
  ],
  ['nothing at all', '', [], {}],
];

it.each(cases)('%s: said clearly, and the run goes on', async (_, input, errors, outcomes) => {
  const { status, stdout } = await runCli(['exec', '--cwd', scratch()], input);
  expect(status).toBe(0);
  const told = linesOf(stdout, 'error');
  expect(told).toMatchObject(errors);
  expect(told).toHaveLength(errors.length);
  for (const line of told) expect(textField(line, 'message').length).toBeGreaterThan(10);
  expect(linesOf(stdout, 'summary')).toMatchObject([{ outcomes, errors: errors.length }]);
});

it('data over several lines of an event', async () => {
  const lines = stream('{"pattern":"*.none"}').replaceAll('"delta":', '\ndata: "delta":');
  const { stdout } = await runCli(['exec', '--cwd', scratch()], lines);
  expect(linesOf(stdout, 'summary')).toMatchObject([{ outcomes: { ok: 1 }, errors: 0 }]);
});

it('a line of 100 MB is skipped, and the exit status claims nothing else', async () => {
  const cwd = scratch();
  const file = join(cwd, 'long.jsonl');
  writeFileSync(file, Buffer.concat([Buffer.alloc(100_000_000, 'x'), Buffer.from(`\n${good('a')}`)]));
  const { stdout, stderr, status } = await runCli(
    ['exec', '--cwd', cwd, '-'],
    `${good('a')}{"x":"${'y'.repeat(20_000_000)}"}\n${good('b')}`,
  );
  expect(linesOf(stdout, 'error')).toMatchObject([{ code: 'line-too-long', line: 2 }]);
  expect({ stderr, status }).toEqual({
    stderr: 'sluice exec: 1 line was too long to be read: calls in it have no result\n',
    status: 1,
  });
  const fromFile = await runCli(['exec', '--cwd', cwd, file]);
  expect(linesOf(fromFile.stdout, 'summary')).toMatchObject([{ outcomes: { ok: 1 }, errors: 1 }]);
});

it('names the file that an error is in, when there are several', async () => {
  const cwd = scratch();
  const files = ['a.jsonl', 'b.jsonl'].map((name) => join(cwd, name));
  for (const file of files) writeFileSync(file, `${good('a')}nonsense\n`);
  const { stdout } = await runCli(['exec', '--cwd', cwd, ...files]);
  const messages = linesOf(stdout, 'error').map((line) => textField(line, 'message'));
  expect(messages.map((message) => message.split(': ')[0])).toEqual(files);
});

it('of a file that holds no call, one problem is told, and the status is that of wrong usage', async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, 'notes.md'), '# Notes\n\nSome.\n{"a":1}\nMore.\n');
  const { status, stdout, stderr } = await runCli(['exec', 'notes.md'], '', { cwd });
  expect(linesOf(stdout, 'error')).toHaveLength(1);
  expect(stderr).toMatch(/^sluice exec: notes\.md contains no tool call; .*; 2 more problems/m);
  expect(status).toBe(2);
  const hello = await runCli(['exec', '--dry-run'], 'hello\n', { cwd });
  const broken = await runCli(['exec', '--dry-run', '--settings', '{"a":'], '', { cwd });
  expect(broken).toMatchObject({ status: 2, stdout: '' });
  expect(hello).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/the input contains no tool call/),
  });
});

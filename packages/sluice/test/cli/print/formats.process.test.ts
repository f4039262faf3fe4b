import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, startPrint, STREAM, talkTo } from './support/print.ts';
import { readStream } from './support/read-stream.ts';

function of(messages: readonly JsonObject[], type: string, subtype?: string): readonly JsonObject[] {
  return messages.filter(
    (message) => message['type'] === type && (subtype === undefined || message['subtype'] === subtype),
  );
}

function objects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => isJsonObject(one)) : [];
}

test('text is the last words; json the result, or with --verbose everything', async () => {
  await using server = await startModelServer([words('Hello.')]);
  const place = printPlace(server);
  const asText = await runPrint(place, 'hi');
  expect(asText).toEqual({ status: 0, stdout: 'Hello.\n', stderr: '' });

  server.restart([words('Hello.')]);
  const asJson = await runPrint(place, 'hi', '--output-format', 'json');
  const result: unknown = JSON.parse(asJson.stdout);
  expect(result).toMatchObject({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'Hello.',
    num_turns: 1,
    usage: { input_tokens: 100, output_tokens: 10 },
    // The list price: 3 dollars for a million tokens in, 15 for out.
    total_cost_usd: expect.closeTo(0.00045, 6),
    cost_is_known: true,
    modelUsage: { 'claude-sonnet-4-5': { inputTokens: 100, costBasis: 'list', webSearchRequests: 0 } },
    permission_denials: [],
    terminal_reason: 'completed',
  });

  expect(asJson.stderr).toBe('');

  server.restart([{ status: 529 }, words('Hello.')]);
  const verbose = await runPrint(place, 'hi', '--output-format', 'json', '--verbose');
  const all = objects(JSON.parse(verbose.stdout));
  expect(all[0]).toMatchObject({ type: 'system', subtype: 'init' });
  expect(verbose.stderr).toMatch(/^sluice: the server failed; retrying in .* \(1 of 10\)$/m);
  expect(of(all, 'assistant')).toHaveLength(1);
  expect(of(all, 'result')).toMatchObject([{ result: 'Hello.' }]);
  expect(server.problems).toEqual([]);
});

test('text with --verbose tells on standard error what is done; without it what was denied and ended', async () => {
  await using server = await startModelServer([
    calls(
      ['Bash', { command: 'echo one' }],
      ['Bash', { command: 'sleep 1000', run_in_background: true }],
      ['Write', { file_path: 'never.txt', content: 'x' }],
    ),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const args = ['work', '--allowedTools', 'Bash(sleep *)'];
  const [verbose, ended, endline] = [
    await runPrint(place, ...args, '--verbose'),
    /sleep 1000/,
    /1 call was denied: Write;/,
  ];
  expect(verbose).toMatchObject({ status: 0, stdout: 'Done.\n' });
  const told = verbose.stderr.split('\n');
  expect(told[0]).toMatch(/^sluice: ✓ Bash .*echo one.* \(\d+ ms\)$/);
  expect(told[2]).toMatch(/^sluice: ⊘ Write .*never\.txt: /);
  expect(told.slice(3)).toEqual([expect.stringMatching(endline), expect.stringMatching(ended), '']);

  server.restart([calls(['Write', { file_path: 'never.txt', content: 'x' }]), words('Done.')]);
  const quiet = await runPrint(place, 'work');
  expect(quiet).toMatchObject({ status: 0, stdout: 'Done.\n' });
  expect(quiet.stderr.split('\n')).toEqual([expect.stringMatching(endline), '']);
  expect(server.problems).toEqual([]);
});

test('stream-json is a message a line: init first, an id on each, calls and their results as they come', async () => {
  await using server = await startModelServer([
    calls(
      ['Bash', { command: 'echo one' }, 'toolu_1'],
      ['Write', { file_path: 'never.txt', content: 'x' }, 'toolu_2'],
    ),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const { stdout, status } = await runPrint(place, 'work', ...STREAM, '--replay-user-messages');
  const all = parseLines(stdout);
  expect(status).toBe(0);
  expect(all[0]).toMatchObject({
    subtype: 'init',
    cwd: place.cwd,
    model: 'claude-sonnet-4-5',
    permissionMode: 'default',
    mcp_servers: [],
    tools: expect.arrayContaining(['Bash', 'Edit', 'Read', 'Write']),
  });
  const sessions = new Set(all.map((message) => message['session_id']));
  expect(sessions.size).toBe(1);
  expect(new Set(all.map((message) => message['uuid'])).size).toBe(all.length);
  expect(of(all, 'user')).toMatchObject([
    { message: { content: [{ type: 'text', text: 'work' }] }, isReplay: true },
    {
      message: {
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'one', is_error: false }],
      },
      parent_tool_use_id: null,
      tool_use_result: { stdout: 'one\n' },
    },
    { message: { content: [{ tool_use_id: 'toolu_2', is_error: true }] } },
  ]);
  expect(of(all, 'system', 'permission_denied')).toMatchObject([
    { tool_name: 'Write', tool_use_id: 'toolu_2', decision_reason_type: 'mode' },
  ]);
  expect(of(all, 'system', 'session_state_changed').map(({ state }) => state)).toEqual(['running', 'idle']);
  expect(of(all, 'system', 'in_progress')[0]).toMatchObject({ tool_use_ids: ['toolu_1'] });
  expect(of(all, 'result')).toMatchObject([
    { num_turns: 2, permission_denials: [{ tool_name: 'Write', tool_input: { content: 'x' } }] },
  ]);
  // Nothing is replayed, and no event of the stream told, that no one has asked for.
  server.restart([words('Done.')]);
  const plain = parseLines((await runPrint(place, 'work', ...STREAM)).stdout);
  expect(of(plain, 'user')).toEqual([]);
  expect(of(plain, 'stream_event')).toEqual([]);
});

test.for([
  ['Anthropic', 'claude-sonnet-4-5'],
  ['Chat Completions', 'openai/gpt-5'],
  ['Responses', 'openai-responses/gpt-5'],
  ['Gemini', 'gemini/gemini-2.5-pro'],
] as const)('with partial messages, %s speaks as the Messages API does', async ([, model]) => {
  await using server = await startModelServer([
    {
      content: [
        { type: 'thinking', text: ['I see', ' now.'] },
        { type: 'text', text: ['Let me ', 'look. 🙂'] },
        {
          type: 'call',
          name: 'Bash',
          input: { command: 'echo "ä"' },
          pieces: ['{"command":', '"echo \\"ä\\""}'],
        },
        { type: 'call', name: 'TodoWrite', input: { todos: [] } },
      ],
    },
    { content: [{ type: 'text', text: ['Half a', { type: 'end' }] }] },
    words('Whole.'),
  ]);
  const place = printPlace(server);
  const { stdout, status } = await runPrint(
    place,
    'work',
    ...STREAM,
    '--include-partial-messages',
    '--model',
    model,
  );
  expect(status).toBe(0);
  const all = parseLines(stdout);
  const raw = of(all, 'stream_event').flatMap(({ event }) => (isJsonObject(event) ? [event] : []));
  const messages = readStream(raw);
  expect(messages).toMatchObject([
    { stop_reason: 'tool_use' },
    { stop_reason: null },
    { stop_reason: 'end_turn' },
  ]);
  const whole = of(all, 'assistant').flatMap(({ message }) => (isJsonObject(message) ? [message] : []));
  const shown = (message: JsonObject | undefined) =>
    objects(message?.['content']).filter(({ type }) => type !== 'thinking');
  expect([shown(messages[0]), shown(messages[2])]).toEqual(whole.map(shown));
  expect([messages[0]?.['id'], messages[2]?.['id']]).toEqual(whole.map(({ id }) => id));
  expect(JSON.stringify(messages[0])).toContain('I see now.');
  expect(of(all, 'system', 'api_retry')).toHaveLength(1);
  expect(server.problems).toEqual([]);
});

test('with --include-hook-events each hook is told of, those of the session too', async () => {
  await using server = await startModelServer([calls(['Bash', { command: 'true' }]), words('Done.')]);
  const place = printPlace(server);
  const log = join(scratch(), 'log');
  const hook = (name: string) => [
    { hooks: [{ type: 'command', command: `echo ${name} >> ${log}; echo "${name} err" >&2` }] },
  ];
  const names = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd'];
  const settings = join(place.home, 'settings.json');
  writeFileSync(
    settings,
    JSON.stringify({ hooks: Object.fromEntries(names.map((name) => [name, hook(name)])) }),
  );
  const { stdout } = await runPrint(
    place,
    'work',
    ...STREAM,
    '--include-hook-events',
    '--settings',
    settings,
  );
  const all = parseLines(stdout);
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(names);
  for (const subtype of ['hook_started', 'hook_response']) {
    expect(
      of(all, 'system', subtype).map(({ hook_event }) => hook_event),
      subtype,
    ).toEqual(names);
  }
  expect(of(all, 'system', 'hook_response')).toMatchObject(
    names.map((name) => ({ outcome: 'success', stdout: '', stderr: `${name} err\n`, exit_code: 0 })),
  );
  // Each run has an id of its own, the same at its start and its end.
  const ids = of(all, 'system', 'hook_started').map(({ hook_id: id }) => id);
  expect(new Set(ids).size).toBe(names.length);
  expect(of(all, 'system', 'hook_response').map(({ hook_id: id }) => id)).toEqual(ids);
  const ofHooks = ({ subtype }: JsonObject) => typeof subtype === 'string' && subtype.startsWith('hook_');
  expect(all.find((message) => !ofHooks(message))).toMatchObject({ subtype: 'init' });
});

test('what happens is told while it happens', async () => {
  const gate = createGate();
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['First', gate.pause, ' and last.'] }] },
  ]);
  const child = startPrint(printPlace(server), 'hi', ...STREAM, '--include-partial-messages');
  child.stdin.end();
  const talk = talkTo(child);
  await talk.next({ event: { type: 'content_block_delta', delta: { text: 'First' } } });
  gate.open();
  await talk.next({ event: { delta: { text: ' and last.' } } });
  await talk.next({ type: 'result', result: 'First and last.' });
  expect(await talk.ended).toBe(0);
});

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { scratch } from '../exec/support/scratch.ts';
import { linesOfFile } from '../exec/support/until.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, startPrint, talkTo } from './support/print.ts';
import { readStream } from './support/read-stream.ts';
import { lastMessages } from './support/sent.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function control(id: string, request: JsonObject): JsonObject {
  return { type: 'control_request', request_id: id, request };
}

test('D63: prompts come a line each; lines that are none are answered, and nothing hangs', async () => {
  await using server = await startModelServer([words('One.'), words('Two.'), words('Three.')]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS));
  await talk.next({ subtype: 'init' });
  talk.say('\n\r\n   \n');
  talk.say('{"type":"user","message":{"role":"user","content":"first"}}\r\n');
  await talk.next({ type: 'result', result: 'One.' });
  for (const [line, content] of [
    ['{"type":"user"', 'this is not JSON'],
    ['[]', 'must be a JSON object'],
    ['{"type":"assistant"}', '"assistant"'],
    ['{"type":"user","message":{"role":"user","content":""}}', 'empty'],
    ['{"type":"user","message":{"role":"assistant","content":"x"}}', 'must be "user"'],
    ['{"type":"user","message":{"role":"user","content":[{"type":"video"}]}}', 'text, image and document'],
    ['{"type":"control_response"}', 'request_id'],
  ] as const) {
    talk.say(`${line}\n`);
    const answer = await talk.next({ type: 'system', subtype: 'informational', level: 'warning' });
    expect(answer['content'], line).toContain(content);
  }
  // A request gets an answer by whatever it calls itself.
  for (const [said, id] of [
    ['"request_id":"bad","request":7', 'bad'],
    ['"request_id":7,"request":{"subtype":"interrupt"}', 7],
    ['"request":{"subtype":"interrupt"}', null],
  ] as const) {
    talk.say(`{"type":"control_request",${said}}\n`);
    await talk.next({ type: 'control_response', response: { subtype: 'error', request_id: id } });
  }
  // An answer that no one waits for, or a second one, is passed over.
  talk.answer({ request_id: 'nobody' }, { behavior: 'allow' });
  talk.say({ type: 'keep_alive' });
  const content = [
    { type: 'text', text: 'second' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
  ];
  talk.say({ type: 'user', message: { role: 'user', content } });
  await talk.next({ type: 'result', result: 'Two.' });
  expect(lastMessages(server).at(-1)).toMatchObject({ role: 'user', content });
  // The last line needs no end.
  talk.say('{"type":"user","message":{"role":"user","content":"third"}}');
  expect(await talk.end()).toBe(0);
  expect(talk.messages.filter(({ type }) => type === 'result').at(-1)).toMatchObject({ result: 'Three.' });
  expect(lastMessages(server)).toHaveLength(5);
  expect(server.problems).toEqual([]);
});

test('a program at the other end is told what there is, and may change what it may', async () => {
  const gate = createGate();
  const file = join(scratch(), 'a.txt');
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['Long', gate.pause, ' words.'] }] },
    calls(['Write', { file_path: file, content: 'a' }]),
    words('Written.'),
  ]);
  const place = { ...printPlace(server), cwd: dirname(file) };
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--include-partial-messages'));
  const ask = async (id: string, request: JsonObject): Promise<JsonObject> => {
    talk.say(control(id, request));
    const { response } = await talk.next({ type: 'control_response', response: { request_id: id } });
    return isJsonObject(response) ? response : {};
  };
  expect(await ask('1', { subtype: 'initialize' })).toMatchObject({
    subtype: 'success',
    response: {
      commands: expect.arrayContaining([
        { name: 'compact', description: expect.any(String), argumentHint: '[what to keep]' },
      ]),
      output_style: 'default',
      available_output_styles: ['default'],
      models: expect.arrayContaining(
        ['claude-sonnet-4-5', 'opus'].map((value) => expect.objectContaining({ value })),
      ),
      account: { apiKeySource: 'ANTHROPIC_API_KEY', apiProvider: 'firstParty' },
    },
  });
  for (const [request, error] of [
    [{ subtype: 'set_permission_mode', mode: 'bypassPermissions' }, '--allow-dangerously-skip-permissions'],
    [{ subtype: 'set_model', model: 'anthropic/' }, 'does not name a model'],
    [{ subtype: 'set_model', model: 7 }, 'as for --model'],
    [{ subtype: 'set_model', model: 'groq/fast' }, 'GROQ_API_KEY'],
    [{ subtype: 'set_max_thinking_tokens', max_thinking_tokens: -1 }, 'whole number'],
    [{ subtype: 'stop_task', task_id: 'none' }, 'none'],
    [{ subtype: 'dance' }, '"dance"'],
    [{}, 'no subtype'],
  ] as const) {
    const answer = await ask('2', request);
    expect([answer['subtype'], answer['error']], JSON.stringify(request)).toEqual([
      'error',
      expect.stringContaining(error),
    ]);
  }
  expect(await ask('3', { subtype: 'set_model', model: 'claude-sonnet-4-5' })).toMatchObject({
    subtype: 'success',
  });

  talk.prompt('speak');
  await talk.next({ event: { delta: { text: 'Long' } } });
  expect(await ask('4', { subtype: 'interrupt' })).toMatchObject({ subtype: 'success' });
  expect(await talk.next({ type: 'assistant' })).toMatchObject({
    aborted: true,
    message: { content: [{ type: 'text', text: 'Long' }] },
  });
  expect(await talk.next({ type: 'result' })).toMatchObject({
    subtype: 'error_during_execution',
    is_error: true,
    terminal_reason: 'aborted_streaming',
  });
  gate.open();
  expect(await ask('t', { subtype: 'set_max_thinking_tokens', max_thinking_tokens: 2_000 })).toMatchObject({
    subtype: 'success',
  });
  expect(await ask('5', { subtype: 'set_permission_mode', mode: 'acceptEdits' })).toMatchObject({
    response: { mode: 'acceptEdits' },
  });
  talk.prompt('write');
  await talk.next({ type: 'result', result: 'Written.', permission_denials: [] });
  const bodies = server.requests.map(({ body }) => Object(body));
  // Not in the middle of calls that were made without thinking.
  const expected = [undefined, { type: 'enabled', budget_tokens: 2_000 }, undefined];
  expect(bodies.map(({ thinking }) => thinking)).toEqual(expected);
  const usage = Object((await ask('u', { subtype: 'get_context_usage' }))['response']);
  expect(usage).toMatchObject({ maxTokens: 200_000, isAutoCompactEnabled: true });
  expect(usage.totalTokens).toBeGreaterThan(0);
  const tokens = usage.categories.map((one: { readonly tokens: number }) => one.tokens);
  expect(tokens.reduce((sum: number, one: number) => sum + one, 0)).toBe(200_000);
  expect(await talk.end()).toBe(0);
  expect(server.problems).toEqual([]);
});

test('what is said while tools run goes to the model with their results; priority "now" as well, "later" waits for its turn', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'echo begun >> begun; cat gate' }, 'toolu_1']),
    words('Heard.'),
    words('Later.'),
    calls(['Bash', { command: 'cat gate' }, 'toolu_2']),
    words('Stopped.'),
  ]);
  const place = printPlace(server);
  const gate = join(place.cwd, 'gate');
  execFileSync('mkfifo', [gate]);
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--dangerously-skip-permissions'));
  talk.prompt('begin');
  // One with effects is let finish.
  await linesOfFile(join(place.cwd, 'begun'), 1);
  talk.prompt('wait your turn', { priority: 'later' });
  talk.prompt('meanwhile', { priority: 'now' });
  talk.say(control('1', { subtype: 'initialize' }));
  await talk.next({ type: 'control_response' });
  writeFileSync(gate, 'opened');
  await talk.next({ type: 'result', result: 'Heard.' });
  await talk.next({ type: 'result', result: 'Later.' });
  const second = JSON.stringify(server.requests[1]?.body['messages']);
  for (const text of ['opened', 'meanwhile']) expect(second).toContain(text);
  // Who speaks has not given up the work.
  for (const text of ['wait your turn', 'interrupted you']) expect(second).not.toContain(text);

  talk.prompt('look');
  await talk.next({ subtype: 'in_progress', tool_use_ids: ['toolu_2'], interruptible: 'all' });
  talk.prompt('no need');
  await talk.next({ type: 'result', result: 'Stopped.' });
  expect(await talk.end()).toBe(0);
  expect(JSON.stringify(server.requests[4]?.body['messages'])).toContain('no need');
  expect(server.problems).toEqual([]);
});

test('what comes while the model speaks waits until it has spoken, each message for itself', async () => {
  const gate = createGate();
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['One', gate.pause, '.'] }] },
    words('Two.'),
  ]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--replay-user-messages'));
  talk.prompt('a');
  await server.request(0);
  talk.prompt('b');
  talk.prompt('c');
  // Answered after both have been read.
  talk.say(control('1', { subtype: 'initialize' }));
  await talk.next({ type: 'control_response' });
  gate.open();
  await talk.next({ type: 'result', result: 'Two.' });
  expect(await talk.end()).toBe(0);
  const replayed = talk.messages.filter(({ isReplay }) => isReplay === true);
  expect(replayed.map(({ message }) => isJsonObject(message) && message['content'])).toMatchObject(
    ['a', 'b', 'c'].map((text) => [{ type: 'text', text }]),
  );
  expect(server.requests).toHaveLength(2);
  expect(server.problems).toEqual([]);
});

test('an interrupt ends its prompt alone: what was said meanwhile follows, one after the other', async () => {
  const gate = createGate();
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['One', gate.pause, '.'] }] },
    words('Two.'),
    words('Three.'),
  ]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--include-partial-messages'));
  talk.prompt('a');
  await talk.next({ event: { delta: { text: 'One' } } });
  talk.prompt('b');
  talk.prompt('c');
  talk.say(control('1', { subtype: 'interrupt' }));
  await talk.next({ type: 'result', terminal_reason: 'aborted_streaming' });
  await talk.next({ type: 'result', result: 'Two.' });
  await talk.next({ type: 'result', result: 'Three.' });
  expect(await talk.end()).toBe(0);
  gate.open();
  const raw = talk.messages.flatMap(({ event }) => (isJsonObject(event) ? [event] : []));
  expect(readStream(raw).map((message) => message['stop_reason'])).toEqual([null, 'end_turn', 'end_turn']);
  expect(server.problems).toEqual([]);
});

test('the end of the input in mid-work lets the work end, and asks have no one to answer them', async () => {
  await using server = await startModelServer([
    calls(['Write', { file_path: 'a.txt', content: 'a' }, 'toolu_1']),
    words('Not allowed, then.'),
  ]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--permission-prompts', 'stdio'));
  talk.prompt('write');
  await talk.next({ type: 'control_request', request: { subtype: 'can_use_tool' } });
  expect(await talk.end()).toBe(0);
  expect(talk.messages.findLast(({ type }) => type === 'result')).toMatchObject({
    result: 'Not allowed, then.',
    permission_denials: [{ tool_use_id: 'toolu_1' }],
  });
});

test('another model takes over from the next request on, with what it may be told', async () => {
  const gate = createGate();
  await using server = await startModelServer([
    {
      content: [
        { type: 'thinking', text: 'Hm.' },
        { type: 'text', text: ['Look', gate.pause, 'ing.'] },
        { type: 'call', name: 'Bash', input: { command: 'true' } },
      ],
    },
    words('Done by another.'),
    words('And again.'),
  ]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--include-partial-messages'));
  const change = async (model?: string) => {
    talk.say({
      type: 'control_request',
      request_id: `to ${model ?? 'the first'}`,
      request: { subtype: 'set_model', ...(model !== undefined && { model }) },
    });
    return talk.next({ type: 'control_response' });
  };
  talk.prompt('work');
  await talk.next({ event: { delta: { text: 'Look' } } });
  expect(await change('openai/gpt-other')).toMatchObject({
    response: { subtype: 'success', response: { model: 'openai/gpt-other' } },
  });
  gate.open();
  const { modelUsage } = await talk.next({ type: 'result', result: 'Done by another.' });
  expect(Object.keys(isJsonObject(modelUsage) ? modelUsage : {})).toEqual([
    'claude-sonnet-4-5',
    'openai/gpt-other',
  ]);
  expect(await change()).toMatchObject({ response: { response: { model: 'claude-sonnet-4-5' } } });
  expect(await change('haiku')).toMatchObject({
    response: { response: { model: 'anthropic/claude-haiku-4-5' } },
  });
  expect(await change('default')).toMatchObject({ response: { response: { model: 'claude-sonnet-4-5' } } });
  talk.prompt('more');
  await talk.next({ type: 'result', result: 'And again.' });
  expect(await talk.end()).toBe(0);
  expect(server.requests.map(({ body }) => body['model'])).toEqual([
    'claude-sonnet-4-5',
    'gpt-other',
    'claude-sonnet-4-5',
  ]);
  const thinks = server.requests.map(({ body }) => JSON.stringify(body['messages']).includes('Hm.'));
  expect(thinks).toEqual([false, false, true]);
  expect(server.problems).toEqual([]);
});

const GUARD = { PreToolUse: [{ matcher: '', hookCallbackIds: ['deny-everything'] }] };

test.for<readonly [title: string, line: JsonObject | string, said: string]>([
  [
    'hooks',
    control('1', { subtype: 'initialize', hooks: GUARD }),
    '"hooks" (send initialize as the first line',
  ],
  ['a mode that there is not', control('1', { subtype: 'set_permission_mode', mode: 'Plan' }), '"Plan"'],
  [
    'a deny rule that is none',
    control('1', { subtype: 'apply_flag_settings', settings: { permissions: { deny: ['Bash('] } } }),
    `The rule "Bash(" can't be used`,
  ],
  [
    'a sandbox',
    control('1', { subtype: 'apply_flag_settings', settings: { sandbox: { enabled: true } } }),
    'Use --settings',
  ],
  ['a prompt', control('1', { subtype: 'initialize', systemPrompt: ['Be kind.'] }), 'use --system-prompt'],
  [
    'what is unreadable',
    '{"type":"control_request","request_id":"1","request":{"subtype":"initialize","hooks":{"PreToolUse":[]}',
    'this is not JSON',
  ],
])('a client that begins with %s gets no prompt served', async ([, line, said]) => {
  await using server = await startModelServer([calls(['Bash', { command: 'touch ran' }]), words('Ran.')]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--dangerously-skip-permissions'));
  talk.say(line);
  talk.prompt('run it');
  // It neither waits for the answer nor reads it; its input stays open.
  await talk.next({ type: 'result' });
  expect(server.requests).toEqual([]);
  expect(await talk.ended).toBe(1);
  const types = talk.messages.map(({ type }) => type);
  expect(types.slice(-2)).toEqual(['control_response', 'result']);
  expect(talk.messages.at(-2)).toMatchObject({ response: { subtype: 'error', error: expect.any(String) } });
  expect(talk.messages.at(-1)).toMatchObject({
    subtype: 'error_during_execution',
    is_error: true,
    errors: [expect.stringContaining(said)],
  });
  expect(talk.stderr).toContain(said);
});

test('a client that asks for hooks while its prompt is worked on has that ended', async () => {
  const gate = createGate();
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['Long', gate.pause] }] },
    calls(['Bash', { command: 'touch ran' }]),
  ]);
  const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--include-partial-messages'));
  talk.prompt('speak');
  await talk.next({ event: { delta: { text: 'Long' } } });
  talk.say(control('1', { subtype: 'initialize', hooks: GUARD }));
  talk.prompt('run it');
  expect(await talk.ended).toBe(1);
  gate.open();
  expect(server.requests).toHaveLength(1);
  const results = talk.messages.filter(({ type }) => type === 'result');
  // Clients take the first error of a failed result.
  for (const result of results)
    expect(result).toMatchObject({ is_error: true, errors: [expect.any(String)] });
  expect(results.at(-1)?.['errors']).toEqual([expect.stringContaining('"hooks"')]);
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { startCli } from '../exec/support/cli.ts';
import { CONTROL_REQUESTS } from './support/agent-sdk.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, talkTo, type PrintPlace, type Talk } from './support/print.ts';
import { lastMessages, lastSystem, lastTools } from './support/sent.ts';

/** As the Claude Agent SDK starts it: no `-p`, and `initialize` comes first. */
function startClient({ cwd, env }: PrintPlace, initialize: JsonObject, ...args: readonly string[]): Talk {
  const talk = talkTo(startCli([...BOTH_WAYS, '--verbose', ...args], { cwd, env }));
  talk.say({
    type: 'control_request',
    request_id: 'first',
    request: { subtype: 'initialize', ...initialize },
  });
  return talk;
}

const ALL = '--dangerously-skip-permissions';

test('hooks of a client guard from the first call on, and their answers are those of command hooks', async () => {
  await using server = await startModelServer([calls(['Bash', { command: 'touch ran' }]), words('Done.')]);
  const place = printPlace(server);
  const hooks = {
    SessionStart: [{ hookCallbackIds: ['start'] }],
    PreToolUse: [{ matcher: 'Bash', hookCallbackIds: ['guard'], timeout: 20 }],
  };
  const talk = startClient(place, { hooks, systemPrompt: ['Be kind.'] }, ALL);
  talk.prompt('run it');
  // It is asked while the session opens, before anything else is said.
  const start = await talk.next({ type: 'control_request', request: { callback_id: 'start' } });
  talk.answer(start, {
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'A new day.' },
  });
  await talk.next({
    type: 'control_response',
    response: { request_id: 'first', subtype: 'success', response: { hook_on_failure_supported: true } },
  });
  const asked = await talk.next({
    request: { subtype: 'hook_callback', callback_id: 'guard', input: { tool_name: 'Bash' } },
  });
  talk.answer(asked, {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Not that.',
    },
  });
  await talk.next({ type: 'result', result: 'Done.' });
  expect(await talk.end()).toBe(0);
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
  expect(JSON.stringify(lastMessages(server))).toContain('Not that.');
  expect(JSON.stringify(server.requests[0]?.body)).toContain('A new day.');
  expect(lastSystem(server)).toContain('Be kind.');
  expect(lastSystem(server)).not.toContain('You are a software engineering agent');
});

test('a callback that fails blocks only if its matcher says so', async () => {
  for (const onFailure of ['block', undefined]) {
    await using server = await startModelServer([calls(['Bash', { command: 'touch ran' }]), words('Done.')]);
    const place = printPlace(server);
    const group = { hookCallbackIds: ['guard'], ...(onFailure !== undefined && { onFailure }) };
    const talk = startClient(place, { hooks: { PreToolUse: [group] } }, ALL);
    talk.prompt('run it');
    const { request_id: id } = await talk.next({ request: { callback_id: 'guard' } });
    talk.say({
      type: 'control_response',
      response: { subtype: 'error', request_id: id ?? '', error: 'It threw.' },
    });
    await talk.next({ type: 'result' });
    await talk.end();
    expect(existsSync(join(place.cwd, 'ran')), String(onFailure)).toBe(onFailure === undefined);
  }
});

test('the tools of a server in the client are there from the first request, and run in it', async () => {
  await using server = await startModelServer([calls(['mcp__calc__add', { a: 2, b: 3 }]), words('Five.')]);
  const talk = startClient(printPlace(server), { sdkMcpServers: ['calc'] }, ALL);
  talk.prompt('add');
  const rpc = async (method: string, result?: JsonObject): Promise<JsonObject> => {
    const asked = await talk.next({ request: { subtype: 'mcp_message', message: { method } } });
    const { request } = asked;
    const message = typeof request === 'object' && request !== null && 'message' in request ? request : {};
    const id = JSON.parse(JSON.stringify(message)).message.id ?? 0;
    talk.answer(asked, { mcp_response: { jsonrpc: '2.0', id, result: result ?? {} } });
    return asked;
  };
  await rpc('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'calc', version: '1' },
  });
  await rpc('notifications/initialized');
  const inputSchema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } };
  await rpc('tools/list', { tools: [{ name: 'add', description: 'adds', inputSchema }] });
  const init = await talk.next({ subtype: 'init' });
  expect(init['mcp_servers']).toEqual([{ name: 'calc', status: 'connected', source: 'sdk' }]);
  const call = await rpc('tools/call', { content: [{ type: 'text', text: 'FIVE' }] });
  expect(call).toMatchObject({
    request: { server_name: 'calc', message: { params: { arguments: { a: 2, b: 3 } } } },
  });
  await talk.next({ type: 'result', result: 'Five.' });
  expect(await talk.end()).toBe(0);
  expect(lastTools(server)).toContain('mcp__calc__add');
  expect(JSON.stringify(lastMessages(server))).toContain('FIVE');
});

test.each([
  { deniedMcpServers: [{ serverName: 'calc' }] },
  { allowedMcpServers: [] },
  { allowedMcpServers: [{ serverUrl: '*' }, { serverName: 'other' }] },
])('a server in the client that %j does not admit is never asked', async (settings) => {
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  mkdirSync(join(place.home, '.sluice'));
  writeFileSync(join(place.home, '.sluice/settings.json'), JSON.stringify(settings));
  const talk = startClient(place, { sdkMcpServers: ['calc'] }, ALL);
  talk.prompt('add');
  await talk.next({ type: 'result', result: 'Done.' });
  expect(await talk.end()).toBe(0);
  const init = talk.messages.find(({ subtype }) => subtype === 'init');
  expect(init).toMatchObject({ mcp_servers: [{ name: 'calc', status: 'disabled' }] });
  expect(JSON.stringify(talk.messages)).not.toContain('mcp_message');
  expect(lastTools(server)).not.toContain('mcp__calc__add');
});

test.each([
  {
    open: 'a question',
    initialize: {},
    args: ['--permission-prompt-tool=stdio'],
    request: { subtype: 'can_use_tool' },
  },
  {
    open: 'a hook',
    initialize: { hooks: { PreToolUse: [{ hookCallbackIds: ['guard'] }] } },
    args: [ALL],
    request: { callback_id: 'guard' },
  },
])(
  'a client that gives up while $open is open gets no further request to the model, and no effect',
  async (given) => {
    await using server = await startModelServer([calls(['Bash', { command: 'touch ran' }]), words('Done.')]);
    const place = printPlace(server);
    const talk = startClient(place, given.initialize, ...given.args);
    talk.prompt('run it');
    talk.prompt('and this');
    await talk.next({ type: 'control_request', request: given.request });
    await talk.end();
    expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
    expect(server.requests).toHaveLength(1);
    expect(talk.messages.at(-1)).toMatchObject({ type: 'result', subtype: 'error_during_execution' });
  },
);

test('a client with hooks that ends its output before the first result has gone: its turn is interrupted', async () => {
  const speaking = createGate();
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['So far', speaking.pause, ' never'] }] },
    words('Done.'),
  ]);
  const hooks = { PreToolUse: [{ hookCallbackIds: ['guard'] }] };
  const talk = startClient(printPlace(server), { hooks }, '--include-partial-messages');
  talk.prompt('speak');
  talk.prompt('and this');
  await talk.next({ type: 'stream_event', event: { delta: { text: 'So far' } } });
  await talk.end();
  speaking.open();
  expect(server.requests).toHaveLength(1);
  expect(talk.messages.at(-1)).toMatchObject({ type: 'result', terminal_reason: 'aborted_streaming' });
});

test('a program in Python with nothing but a permission callback ends its output after the last message, and is answered', async () => {
  const speaking = createGate();
  await using server = await startModelServer([
    { content: [{ type: 'text', text: ['So far', speaking.pause, ' so good.'] }] },
  ]);
  const place = printPlace(server);
  const python = { ...place, env: { ...place.env, CLAUDE_CODE_ENTRYPOINT: 'sdk-py' } };
  const talk = startClient(python, {}, '--permission-prompt-tool=stdio', '--include-partial-messages');
  talk.prompt('speak');
  await talk.next({ type: 'stream_event', event: { delta: { text: 'So far' } } });
  const ended = talk.end();
  speaking.open();
  expect(await ended).toBe(0);
  await talk.next({ type: 'result', result: 'So far so good.' });
});

test('each message gets a result, also one that can not be used; results are numbered', async () => {
  await using server = await startModelServer([words('One.'), words('Two.')]);
  const talk = startClient(printPlace(server), {});
  talk.prompt('first');
  talk.say({ type: 'user', message: { role: 'user', content: [{ type: 'video' }] } });
  talk.prompt('second');
  await talk.next({ type: 'result', result: 'One.', result_index: 0, queued_turn_count: 2 });
  const refused = await talk.next({ type: 'result', is_error: true, result_index: 1, queued_turn_count: 1 });
  expect(JSON.stringify(refused['errors'])).toContain('video');
  await talk.next({ type: 'result', result: 'Two.', result_index: 2, queued_turn_count: 0 });
  expect(await talk.end()).toBe(0);
});

test.each([
  { perTaskStopAffordance: true, status: 'running' },
  { perTaskStopAffordance: false, status: 'stopped' },
])(
  'an interrupt leaves a background task $status if perTaskStopAffordance is $perTaskStopAffordance',
  async ({ perTaskStopAffordance, status }) => {
    await using server = await startModelServer(({ body }) =>
      JSON.stringify(body['messages']).includes('toolu_waits')
        ? words('Done.')
        : calls(
            ['Bash', { command: 'sleep 1000', run_in_background: true }],
            ['Bash', { command: 'sleep 2000' }, 'toolu_waits'],
          ),
    );
    const talk = startClient(printPlace(server), { perTaskStopAffordance }, ALL);
    talk.prompt('run');
    const { task_id: id } = await talk.next({ subtype: 'task_started' });
    await talk.next({ subtype: 'in_progress', tool_use_ids: ['toolu_waits'] });
    talk.say({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } });
    const result = { type: 'result', terminal_reason: 'aborted_tools' };
    const told = { subtype: 'task_notification', task_id: id, status };
    await talk.nextInAnyOrder(result, ...(status === 'stopped' ? [told] : []));
    talk.prompt('and now?');
    await talk.next({ type: 'result', result: 'Done.' });
    const ended = talk.messages.filter(({ subtype }) => subtype === 'task_notification');
    expect(ended).toHaveLength(status === 'stopped' ? 1 : 0);
    expect(await talk.end()).toBe(0);
    expect(server.requests).toHaveLength(2);
  },
);

test('a session is idle only when no message waits', async () => {
  await using server = await startModelServer([words('One.'), words('Two.')]);
  const talk = startClient(printPlace(server), {});
  talk.prompt('first');
  talk.prompt('second');
  await talk.next({ type: 'result', result: 'One.' });
  await talk.next({ type: 'result', result: 'Two.' });
  await talk.next({ subtype: 'session_state_changed', state: 'idle' });
  expect(await talk.end()).toBe(0);
  const states = talk.messages.flatMap(({ subtype, state }) =>
    subtype === 'session_state_changed' ? [state] : [],
  );
  expect(states).toEqual(['running', 'idle']);
  const order = talk.messages.flatMap(({ type, subtype }) =>
    subtype === 'init' ? ['init'] : type === 'result' ? ['result'] : [],
  );
  expect(order).toEqual(['init', 'result', 'init', 'result']);
});

test('a client changes rules while the session runs, and reads files that rules let be shown', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'touch one' }]),
    words('One.'),
    calls(['Bash', { command: 'touch two' }]),
    words('Two.'),
    calls(['Bash', { command: 'touch three' }]),
    words('Three.'),
  ]);
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'a.txt'), 'CONTENT');
  writeFileSync(join(place.cwd, 'b.bin'), Buffer.from([0xff, 1]));
  writeFileSync(join(place.cwd, '.env'), 'KEY=1');
  const talk = startClient(place, {}, ALL, '--disallowedTools', 'Read(.env)');
  const ask = async (id: string, request: JsonObject): Promise<unknown> => {
    talk.say({ type: 'control_request', request_id: id, request });
    return (await talk.next({ type: 'control_response', response: { request_id: id } }))['response'];
  };
  const flags = (id: string, settings: JsonObject): Promise<unknown> =>
    ask(id, { subtype: 'apply_flag_settings', settings });
  talk.prompt('first');
  await talk.next({ type: 'result', result: 'One.' });
  expect(await flags('f1', { permissions: { deny: ['Bash'] }, effortLevel: 'low' })).toMatchObject({
    subtype: 'success',
  });
  talk.prompt('second');
  await talk.next({ type: 'result', result: 'Two.' });
  expect(await flags('f2', { permissions: null, effortLevel: null })).toMatchObject({ subtype: 'success' });
  talk.prompt('third');
  await talk.next({ type: 'result', result: 'Three.' });
  expect(['one', 'two', 'three'].map((name) => existsSync(join(place.cwd, name)))).toEqual([
    true,
    false,
    true,
  ]);
  expect(await flags('f3', { effortLevel: 'huge' })).toMatchObject({
    subtype: 'error',
    error: /effortLevel/,
  });
  expect(await flags('f4', { cleanupPeriodDays: 1 })).toMatchObject({
    subtype: 'error',
    error: /--settings/,
  });

  execFileSync('mkfifo', [join(place.cwd, 'pipe')]);
  const read = (id: string, request: JsonObject): Promise<unknown> =>
    ask(id, { subtype: 'read_file', ...request });
  expect(await read('r1', { path: 'a.txt' })).toMatchObject({
    response: { contents: 'CONTENT', absPath: join(place.cwd, 'a.txt') },
  });
  expect(await read('r2', { path: 'a.txt', max_bytes: 3 })).toMatchObject({
    response: { contents: 'CON', truncated: true },
  });
  expect(await read('r3', { path: 'b.bin' })).toMatchObject({ response: { lossy: true } });
  expect(await read('r4', { path: 'b.bin', encoding: 'base64' })).toMatchObject({
    response: { contents: '/wE=' },
  });
  for (const [id, path, problem] of [
    ['r5', '.env', /denies reading/],
    ['r6', 'none', /ENOENT/],
    ['r7', '.', /not a file/],
    // A pipe that no one writes to: it must not hang.
    ['r8', 'pipe', /not a file/],
  ] as const)
    expect(await read(id, { path })).toMatchObject({
      subtype: 'error',
      error: expect.stringMatching(problem),
    });
  expect(await talk.end()).toBe(0);
});

test('a client adds servers while the session runs, switches them off and on, and takes them away', async () => {
  await using server = await startModelServer([words('One.'), calls(['mcp__calc__add', {}]), words('Two.')]);
  const talk = startClient(printPlace(server), {}, ALL);
  const serve = async (method: string, result?: JsonObject): Promise<void> => {
    const asked = await talk.next({ request: { subtype: 'mcp_message', message: { method } } });
    const message = Object(Object(asked['request']).message);
    talk.answer(asked, { mcp_response: { jsonrpc: '2.0', id: message.id ?? 0, result: result ?? {} } });
  };
  const connect = async (): Promise<void> => {
    await serve('initialize', {
      ...{ protocolVersion: '2025-11-25', capabilities: { tools: {} } },
      serverInfo: { name: 'calc', version: '1' },
    });
    await serve('notifications/initialized');
    await serve('tools/list', { tools: [{ name: 'add', inputSchema: { type: 'object' } }] });
  };
  const ask = async (id: string, request: JsonObject, connects = false): Promise<JsonObject> => {
    talk.say({ type: 'control_request', request_id: id, request });
    if (connects) await connect();
    return talk.next({ type: 'control_response', response: { request_id: id } });
  };
  talk.prompt('first');
  await talk.next({ type: 'result', result: 'One.' });
  const servers = {
    calc: { type: 'sdk', name: 'calc' },
    'a b/..': { type: 'sdk', name: 'x' },
    gone: { command: '/none/such' },
  };
  const set = await ask('s1', { subtype: 'mcp_set_servers', servers }, true);
  expect(set['response']).toMatchObject({
    response: {
      added: ['calc', 'gone'],
      removed: [],
      errors: { 'a b/..': expect.any(String), gone: expect.stringContaining('/none/such') },
    },
  });
  talk.prompt('second');
  await serve('tools/call', { content: [{ type: 'text', text: 'FIVE' }] });
  await talk.next({ type: 'result', result: 'Two.' });
  expect(JSON.stringify(lastMessages(server))).toContain('FIVE');

  expect(await ask('t1', { subtype: 'mcp_toggle', serverName: 'calc', enabled: false })).toMatchObject({
    response: { subtype: 'success' },
  });
  const status = await ask('t2', { subtype: 'mcp_status' });
  expect(status['response']).toMatchObject({
    response: {
      mcpServers: [
        { name: 'calc', status: 'disabled' },
        { name: 'gone', status: 'failed' },
      ],
    },
  });
  const on = await ask('t3', { subtype: 'mcp_toggle', serverName: 'calc', enabled: true }, true);
  expect(on).toMatchObject({ response: { subtype: 'success' } });
  const again = await ask('t4', { subtype: 'mcp_reconnect', serverName: 'calc' }, true);
  expect(again).toMatchObject({ response: { subtype: 'success' } });
  for (const [id, request] of [
    ['u1', { subtype: 'mcp_toggle', serverName: 'none', enabled: true }],
    ['u2', { subtype: 'mcp_reconnect', serverName: 'gone' }],
    ['u3', { subtype: 'mcp_set_servers', servers: 7 }],
  ] as const)
    expect(await ask(id, request)).toMatchObject({ response: { subtype: 'error' } });
  expect(await ask('s2', { subtype: 'mcp_set_servers', servers: {} })).toMatchObject({
    response: { response: { added: [], removed: ['calc', 'gone'], errors: {} } },
  });
  expect(await talk.end()).toBe(0);
});

test('a client takes the files back to what they were at a message', async () => {
  await using server = await startModelServer([
    calls(['Write', { file_path: 'new.txt', content: 'one' }]),
    words('One.'),
    calls(
      ['Write', { file_path: 'new.txt', content: 'two' }],
      ['Write', { file_path: 'b.txt', content: 'b' }],
    ),
    words('Two.'),
  ]);
  const plain = printPlace(server);
  const print = { ...plain, env: { ...plain.env, CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true' } };
  const path = join(print.cwd, 'new.txt');
  const talk = startClient(print, {}, ALL, '--replay-user-messages');
  const rewind = async (id: string, fields: JsonObject): Promise<unknown> => {
    const request = { subtype: 'rewind_files', ...fields };
    talk.say({ type: 'control_request', request_id: id, request });
    const { response } = await talk.next({ type: 'control_response', response: { request_id: id } });
    return Object(response).response;
  };
  talk.prompt('first', { uuid: '11111111-1111-4111-8111-111111111111' });
  await talk.next({ type: 'result', result: 'One.' });
  talk.prompt('second');
  await talk.next({ type: 'result', result: 'Two.' });
  const { uuid: second } = talk.messages.findLast(({ isReplay }) => isReplay === true) ?? {};
  const text = (): string => readFileSync(path, 'utf8');
  expect(await rewind('r1', { user_message_id: second ?? '', dry_run: true })).toMatchObject({
    canRewind: true,
  });
  expect(text()).toBe('two');
  expect(await rewind('r2', { user_message_id: second ?? '' })).toEqual({
    canRewind: true,
    filesChanged: expect.arrayContaining([path, join(print.cwd, 'b.txt')]),
    insertions: 1,
    deletions: 2,
  });
  expect([text(), existsSync(join(print.cwd, 'b.txt'))]).toEqual(['one', false]);
  expect(await rewind('r3', { user_message_id: '11111111-1111-4111-8111-111111111111' })).toMatchObject({
    canRewind: true,
  });
  expect(existsSync(path)).toBe(false);
  expect(await rewind('r4', { user_message_id: 'none' })).toMatchObject({
    canRewind: false,
    error: expect.stringContaining('--replay-user-messages'),
  });
  expect(await talk.end()).toBe(0);

  // The session is resumed: its messages keep their ids, whoever gave them.
  await using next = await startModelServer([
    calls(['Write', { file_path: 'c.txt', content: 'c' }]),
    words('Three.'),
  ]);
  const place = { ...print, env: { ...print.env, ANTHROPIC_BASE_URL: next.address } };
  const session = talk.messages.find(({ session_id }) => typeof session_id === 'string')?.['session_id'];
  const id = typeof session === 'string' ? session : '';
  const third = startClient(place, {}, ALL, '--replay-user-messages', '--resume', id);
  third.prompt('third');
  await third.next({ type: 'result', result: 'Three.' });
  const { uuid } = third.messages.findLast(({ isReplay }) => isReplay === true) ?? {};
  expect(await third.end()).toBe(0);
  const again = startClient(place, {}, ALL, '--resume', id);
  again.say({
    type: 'control_request',
    request_id: 'r5',
    request: { subtype: 'rewind_files', user_message_id: uuid ?? '' },
  });
  expect(await again.next({ type: 'control_response', response: { request_id: 'r5' } })).toMatchObject({
    response: { response: { canRewind: true, filesChanged: [join(print.cwd, 'c.txt')] } },
  });
  expect(existsSync(join(print.cwd, 'c.txt'))).toBe(false);
  expect(await again.end()).toBe(0);
});

test('programs find the session in the file where the SDK looks for it, as one chain', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'echo hi' }]),
    words('One.'),
    words('Two.'),
    words('Three.'),
  ]);
  const place = printPlace(server);
  const env = { ...place.env, CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' };
  const turn = async (text: string, ...args: readonly string[]): Promise<string> => {
    const talk = startClient({ ...place, env }, { title: 'The roof' }, ALL, ...args);
    talk.prompt(text);
    const { session_id: id } = await talk.next({ type: 'result' });
    expect(await talk.end()).toBe(0);
    return JSON.stringify(id).slice(1, -1);
  };
  const id = await turn('first');
  expect(await turn('second', '--resume', id)).toBe(id);
  const directory = join(place.home, '.claude/projects', place.cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'));
  const [title, ...lines] = readFileSync(join(directory, `${id}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  expect(JSON.parse(title ?? '')).toEqual({ type: 'custom-title', customTitle: 'The roof', sessionId: id });
  const read = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(read.map(({ type }) => type)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
  expect(read.map(({ parentUuid }) => parentUuid)).toEqual([
    null,
    ...read.slice(0, -1).map(({ uuid }) => uuid),
  ]);
  expect(read[0]).toMatchObject({ sessionId: id, cwd: place.cwd, message: { role: 'user' } });
  expect(lines[2]).toContain('tool_result');
  expect(lines[4]).toContain('second');
  await turn('unkept', '--no-session-persistence');
  expect(readdirSync(directory)).toEqual([`${id}.jsonl`]);
});

test('another model answers while the first one is not there', async () => {
  await using server = await startModelServer(({ body }) =>
    body['model'] === 'claude-haiku-4-5'
      ? words('Here.')
      : { status: 404, error: { type: 'not_found_error', message: 'no such model' } },
  );
  const place = printPlace(server);
  const failed = await runPrint(place, 'hi', '--fallback-model', 'replay:/nothing');
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringMatching(/fallback model can't be used/)]);
  const run = await runPrint(place, 'hi', '--fallback-model', 'claude-haiku-4-5');
  expect([run.status, run.stdout]).toEqual([0, 'Here.\n']);
});

test('what a client can not have ends the run before its prompt', async () => {
  for (const wish of [
    { plugins: [{ type: 'local', path: '/none' }] },
    { plugins: ['/none'] },
    { skills: [1] },
    { toolAliases: { Shell: 7 } },
    { hooks: { PreToolUse: [{ matcher: 7, hookCallbackIds: ['a'] }] } },
    { hooks: { PreToolUse: [{ matcher: '[', hookCallbackIds: ['a'] }] } },
    { hooks: { PreToolUs: [{ hookCallbackIds: ['a'] }] } },
    { agent: 'nope' },
    { tools: [] },
    { sdkMcpServers: 'calc' },
    { sdkMcpServers: ['calc'], sdkMcpServerConfigs: 'none' },
  ] as const) {
    await using server = await startModelServer([words('Never.')]);
    const talk = startClient(printPlace(server), wish);
    talk.prompt('go');
    await talk.next({ type: 'control_response', response: { subtype: 'error', request_id: 'first' } });
    await talk.next({ type: 'result', is_error: true });
    expect(await talk.ended).toBe(1);
    expect(server.requests).toEqual([]);
  }
});

test('settings that switch hooks off end the run of a client that relies on its own', async () => {
  await using server = await startModelServer([words('Never.')]);
  const place = printPlace(server);
  mkdirSync(join(place.home, '.sluice'));
  writeFileSync(join(place.home, '.sluice/settings.json'), '{ "disableAllHooks": true }');
  const talk = startClient(place, { hooks: { PreToolUse: [{ hookCallbackIds: ['a'] }] } });
  talk.prompt('go');
  const refused = await talk.next({ type: 'control_response', response: { subtype: 'error' } });
  expect(JSON.stringify(refused)).toContain('switch hooks off');
  expect(await talk.ended).toBe(1);
  expect(server.requests).toEqual([]);
});

test('each block is a message of its own, messages keep their ids, and results count for the whole session', async () => {
  await using server = await startModelServer([
    {
      content: [
        { type: 'text', text: 'Before.' },
        { type: 'call', name: 'Bash', input: { command: 'true' } },
      ],
    },
    words('One.'),
    words('Two.'),
  ]);
  const agents = { rev: { description: 'Reviews', prompt: 'Review.' } };
  const talk = startClient(printPlace(server), { agents }, ALL, '--replay-user-messages');
  talk.prompt('first', { uuid: 'id-1' });
  const one = await talk.next({ type: 'result', result: 'One.' });
  // What was said before may be said again.
  talk.say({
    type: 'control_request',
    request_id: 'again',
    request: { subtype: 'initialize', agents },
  });
  await talk.next({ type: 'control_response', response: { request_id: 'again', subtype: 'success' } });
  talk.prompt('second', { uuid: 'id-2' });
  const two = await talk.next({ type: 'result', result: 'Two.' });
  expect(await talk.end()).toBe(0);
  const parts = talk.messages.filter(({ type }) => type === 'assistant');
  const blocks = parts.map(({ message }) =>
    Object(message).content.map((block: JsonObject) => block['type']),
  );
  expect(blocks).toEqual([['text'], ['tool_use'], ['text'], ['text']]);
  expect(parts.map((part) => Object(part['message']).stop_reason)).toEqual([null, null, null, null]);
  expect(Object(parts[0]?.['message']).id).toBe(Object(parts[1]?.['message']).id);
  expect(parts.map((part) => part['user_message_uuid'])).toEqual(['id-1', undefined, undefined, 'id-2']);
  expect([one['user_message_uuid'], two['user_message_uuid']]).toEqual(['id-1', 'id-2']);
  expect(talk.messages.filter(({ isReplay }) => isReplay === true).map(({ uuid }) => uuid)).toEqual([
    'id-1',
    'id-2',
  ]);
  const [cost, whole] = [Number(one['total_cost_usd']), Number(two['total_cost_usd'])];
  expect(cost).toBeGreaterThan(0);
  expect(whole).toBeGreaterThan(cost);
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

test('a session is resumed at a message, and from a transcript that another program has kept', async () => {
  await using server = await startModelServer([
    words('One.'),
    words('Two.'),
    words('Three.'),
    words('Four.'),
  ]);
  const place = printPlace(server);
  const sdk = { ...place, env: { ...place.env, CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' } };
  const talk = startClient(sdk, {}, '--session-mirror');
  talk.prompt('first');
  const answer = await talk.next({ type: 'assistant' });
  await talk.next({ type: 'result', result: 'One.' });
  talk.prompt('second');
  const { session_id: id } = await talk.next({ type: 'result', result: 'Two.' });
  expect(await talk.end()).toBe(0);
  const frames = talk.messages.filter(({ type }) => type === 'transcript_mirror');
  const file = textOf(frames[0]?.['filePath']);
  expect(readFileSync(file, 'utf8')).toBe(
    frames
      .flatMap(({ entries }) => (Array.isArray(entries) ? entries : []))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  const at = ['--resume', textOf(id), '--resume-session-at', textOf(answer['uuid'])];
  const again = startClient(sdk, {}, ...at);
  again.prompt('third');
  expect(await again.next({ type: 'result', result: 'Three.' })).toMatchObject({ session_id: id });
  expect(await again.end()).toBe(0);
  const sent = JSON.stringify(lastMessages(server));
  for (const text of ['first', 'One.', 'third']) expect(sent).toContain(text);
  for (const text of ['second', 'Two.']) expect(sent).not.toContain(text);
  // What was left behind goes on under another id.
  const journals = readdirSync(place.state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('session.json'),
  );
  expect(journals).toHaveLength(2);
  const elsewhere = { ...sdk, env: { ...sdk.env, SLUICE_STATE_DIR: join(place.home, 'other') } };
  const foreign = startClient(elsewhere, {}, '--resume', textOf(id));
  foreign.prompt('fourth');
  await foreign.next({ type: 'result', result: 'Four.' });
  expect(await foreign.end()).toBe(0);
  const last = JSON.stringify(lastMessages(server));
  for (const text of ['first', 'One.', 'third', 'Three.', 'fourth']) expect(last).toContain(text);
  expect(last).not.toContain('second');
  const missing = await runPrint(place, 'x', '--resume', textOf(id), '--resume-session-at', 'nobody');
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain('no message "nobody"');
  const dropped = await runPrint(place, 'x', ...at, '--resume-drops-turn', 'another', '--fork-session');
  expect(dropped.status).toBe(1);
  expect(dropped.stderr).toContain('Resume rejected by --resume-drops-turn: ');
});

/** What a client may send: all that the Agent SDK declares, what only editors send, what it never sends, and what no one knows. */
const SUBTYPES = [
  ...CONTROL_REQUESTS,
  'generate_session_title',
  ...['can_use_tool', 'elicitation', 'request_user_dialog', 'hook_callback', 'toString'],
];

test('each control request gets one answer, whatever is missing from it, and only what may restrict ends the session', async () => {
  await using server = await startModelServer([words('Still here.')]);
  const talk = startClient(printPlace(server), {});
  await talk.next({ type: 'control_response', response: { request_id: 'first' } });
  const requests = SUBTYPES.flatMap((subtype) => [
    { id: `${subtype} empty`, request: { subtype } },
    { id: `${subtype} odd`, request: { subtype, path: 7, model: {}, mode: [], servers: 1, message: null } },
  ]).filter(({ id }) => !id.startsWith('set_permission_mode') && id !== 'apply_flag_settings odd');
  for (const { id, request } of [...requests, { id: 'none', request: {} }])
    talk.say({ type: 'control_request', request_id: id, request });
  talk.prompt('go');
  await talk.next({ type: 'result', result: 'Still here.' });
  expect(await talk.end()).toBe(0);
  const answered = talk.messages.flatMap(({ type, response }) =>
    type === 'control_response' ? [String(Object(response).request_id)] : [],
  );
  expect(answered.toSorted()).toEqual(['first', 'none', ...requests.map(({ id }) => id)].toSorted());
});

test('a client reads what is used and allowed, loads skills again, says what it has shown, and takes a message back', async () => {
  await using server = await startModelServer([
    words('Hello.'),
    calls(['Write', { file_path: 'a.txt', content: 'new' }]),
    words('Written.'),
  ]);
  const place = printPlace(server);
  const path = join(place.cwd, 'a.txt');
  writeFileSync(path, 'old');
  const talk = startClient(place, {}, '--allowedTools', 'Write', '--permission-mode', 'acceptEdits');
  const ask = async (subtype: string, fields: JsonObject = {}): Promise<unknown> => {
    talk.say({ type: 'control_request', request_id: subtype, request: { subtype, ...fields } });
    const { response } = await talk.next({ type: 'control_response', response: { request_id: subtype } });
    return Object(response).response ?? Object(response).error;
  };
  expect(await ask('get_usage')).toMatchObject({ session: { total_cost_usd: 0, model_usage: {} } });
  talk.prompt('hi');
  await talk.next({ type: 'result', result: 'Hello.' });
  const usage = Object(await ask('get_usage'));
  expect(usage).toMatchObject({ rate_limits_available: false, rate_limits: null, subscription_type: null });
  expect(usage.session.total_cost_usd).toBeGreaterThan(0);
  expect(Object.keys(usage.session.model_usage)).toHaveLength(1);
  expect(await ask('list_permission_rules')).toMatchObject({
    state: { rules: [{ behavior: 'allow', rule: 'Write', source: 'cliArg' }], originalCwd: place.cwd },
  });
  expect(await ask('reload_skills')).toEqual({ skills: [] });
  mkdirSync(join(place.cwd, '.claude/skills/fresh'), { recursive: true });
  writeFileSync(join(place.cwd, '.claude/skills/fresh/SKILL.md'), '---\ndescription: New\n---\nDo it.\n');
  talk.say({ type: 'control_request', request_id: 'reload', request: { subtype: 'reload_skills' } });
  // Before the answer, after which a client looks at the commands that it knows.
  const { commands } = await talk.next({ subtype: 'commands_changed' });
  expect(commands).toContainEqual({ name: 'fresh', description: 'New', argumentHint: '' });
  const { response: reloaded } = await talk.next({
    type: 'control_response',
    response: { request_id: 'reload' },
  });
  expect(Object(reloaded).response).toMatchObject({ skills: [{ name: 'fresh', description: 'New' }] });
  expect(await ask('reload_plugins')).toMatchObject({ plugins: [], mcpServers: [], error_count: 0 });
  const context = Object(await ask('get_context_usage'));
  const used = context.categories.filter(({ kind }: { kind: string }) => kind === 'used');
  expect(used.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0)).toBe(
    context.totalTokens,
  );
  expect(await ask('seed_read_state', { path: 'a.txt', mtime: 5 })).toContain('has changed since');
  expect(await ask('seed_read_state', { path: 'none', mtime: 5 })).toContain('ENOENT');
  expect(await ask('seed_read_state', { path: 'a.txt', mtime: statSync(path).mtimeMs })).toEqual({});
  const uuid = '33333333-3333-4333-8333-333333333333';
  talk.prompt('write', { priority: 'later' });
  talk.prompt('never said', { uuid, priority: 'later' });
  expect(await ask('cancel_async_message', { message_uuid: uuid })).toEqual({ cancelled: true });
  expect(await ask('cancel_async_message', { message_uuid: uuid })).toEqual({ cancelled: false });
  await talk.next({ type: 'result', result: 'Written.' });
  expect(await talk.end()).toBe(0);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(server.requests).toHaveLength(3);
});

test('a client reads and saves settings, names the session, and calls tools of servers itself', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'printf "€%.0s" $(seq 3000); sleep 60', run_in_background: true }]),
    words('Started.'),
  ]);
  const place = printPlace(server);
  const mine = join(place.home, '.sluice/settings.json');
  mkdirSync(join(place.home, '.sluice'), { recursive: true });
  writeFileSync(mine, '{ "cleanupPeriodDays": 9 }');
  writeFileSync(
    join(place.home, 'pages.mjs'),
    `import { createInterface } from 'node:readline';
     const results = {
       initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {}, resources: {} }, serverInfo: { name: 'p', version: '1' } },
       'tools/list': { tools: ['sum', 'secret'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
       'resources/list': { resources: [] },
     };
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method, params } = JSON.parse(line);
       if (id === undefined) return;
       if (method === 'tools/call') results[method] = { content: [{ type: 'text', text: String(params.arguments.a + 1) }], structuredContent: { n: 3 } };
       if (method === 'resources/read') results[method] = { contents: [{ uri: params.uri, text: '<b>' }] };
       console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
     });`,
  );
  const servers = {
    mcpServers: { pages: { command: process.execPath, args: [join(place.home, 'pages.mjs')] } },
  };
  const talk = startClient(
    place,
    {},
    ...['--mcp-config', JSON.stringify(servers), '--allowedTools', 'Bash'],
    ...['--disallowedTools', 'mcp__pages__secret'],
  );
  let asked = 0;
  const ask = async (subtype: string, fields: JsonObject = {}): Promise<unknown> => {
    asked += 1;
    const id = `ask-${asked}`;
    talk.say({ type: 'control_request', request_id: id, request: { subtype, ...fields } });
    const { response } = await talk.next({ type: 'control_response', response: { request_id: id } });
    return Object(response).response ?? Object(response).error;
  };
  expect(await ask('get_settings')).toMatchObject({
    effective: { cleanupPeriodDays: 9 },
    sources: [{ source: 'userSettings', settings: { cleanupPeriodDays: 9 } }],
  });
  const save = (settings: JsonObject, source = 'userSettings') =>
    ask('update_settings', { source, settings });
  expect(await save({ effortLevel: 'low' })).toEqual({});
  expect(JSON.parse(readFileSync(mine, 'utf8'))).toEqual({ cleanupPeriodDays: 9, effortLevel: 'low' });
  expect(await save({ effortLevel: null })).toEqual({});
  for (const [settings, source] of [
    [{ hooks: {} }],
    [{ effortLevel: 'huge' }],
    [{ effortLevel: 'low' }, 'localSettings'],
  ] as const)
    expect(await save(settings, source)).toContain('effortLevel');
  expect(JSON.parse(readFileSync(mine, 'utf8'))).toEqual({ cleanupPeriodDays: 9 });
  expect(await ask('generate_session_title', { description: 'Fix  the roof\nsoon' })).toEqual({
    title: 'Fix the roof',
  });
  expect(await ask('rename_session', { title: 'Other', session_id: 'none' })).toContain('not "none"');
  expect(await ask('rename_session', { title: 'Roof' })).toEqual({});

  const sum = { tool: 'mcp__pages__sum', arguments: { a: 2 } };
  expect(await ask('mcp_call', sum)).toMatchObject({ content: [{ text: '3' }], structuredContent: { n: 3 } });
  expect(await ask('mcp_call', { ...sum, check_permissions: true })).toContain('The tool did not run: ');
  expect(await ask('mcp_call', { tool: 'mcp__pages__secret' })).toMatch(/denies|no tool/);
  expect(await ask('mcp_call', { tool: 'Bash', arguments: { command: 'true' } })).toContain('no tool "Bash"');
  expect(await ask('mcp_read_resource', { serverName: 'pages', uri: 'ui://page' })).toEqual({
    contents: [{ uri: 'ui://page', text: '<b>' }],
  });
  expect(await ask('mcp_read_resource', { serverName: 'pages', uri: 'file:///etc/passwd' })).toContain(
    'ui://',
  );
  expect(await ask('mcp_read_resource', { serverName: 'none', uri: 'ui://page' })).toContain('no MCP server');

  talk.prompt('go');
  const { task_id } = await talk.next({ type: 'system', subtype: 'task_started' });
  await talk.next({ type: 'result', result: 'Started.' });
  let seen = Object(await ask('get_task_output', { task_id: textOf(task_id) }));
  while (seen.total_bytes < 9_000) seen = Object(await ask('get_task_output', { task_id: textOf(task_id) }));
  expect(seen).toEqual({ output: '€'.repeat(2_730), total_bytes: 9_000, truncated: true });
  expect(await ask('get_task_output', { task_id: '../x' })).toContain('no task');
  expect(await ask('stop_task', { task_id: textOf(task_id) })).toEqual({});
  expect(await talk.end()).toBe(0);
});

test('a client names a new session; one that goes on keeps its name', async () => {
  await using server = await startModelServer([words('One.'), words('Two.'), words('Three.')]);
  const place = printPlace(server);
  const turn = async (title: string, ...args: readonly string[]): Promise<unknown> => {
    const talk = startClient(place, { title }, ...args);
    talk.prompt('go');
    const { session_id: id } = await talk.next({ type: 'result', subtype: 'success' });
    expect(await talk.end()).toBe(0);
    return id;
  };
  const id = await turn('The roof');
  expect(await turn('The cellar', '--resume', 'The roof')).toBe(id);
  expect(await turn('The attic', '--resume', 'The roof')).toBe(id);
});

test('a client chooses skills, brings plugins, sets a policy, and fills in forms without answering for calls', async () => {
  await using server = await startModelServer([
    calls(['Skill', { skill: 'other' }], ['Bash', { command: 'touch made' }], ['mcp__asks__ask', {}]),
    words('Done.'),
  ]);
  const place = printPlace(server);
  const write = (path: string, text: string): void => {
    mkdirSync(join(place.home, path, '..'), { recursive: true });
    writeFileSync(join(place.home, path), text);
  };
  for (const name of ['one', 'other'])
    write(`.claude/skills/${name}/SKILL.md`, `---\ndescription: Skill ${name}\n---\nBODY-${name}\n`);
  write('.claude/commands/greet.md', 'Say hello.');
  write('plug/.claude-plugin/plugin.json', JSON.stringify({ name: 'plug' }));
  write('plug/commands/look.md', 'Look.');
  write(
    'asks.mjs',
    `import { createInterface } from 'node:readline';
     const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
     const results = {
       initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'asks', version: '1' } },
       'tools/list': { tools: [{ name: 'ask', inputSchema: { type: 'object' } }] },
     };
     let call;
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method, result } = JSON.parse(line);
       if (id === 'form') say({ id: call, result: { content: [{ type: 'text', text: JSON.stringify(result) }] } });
       else if (method === 'tools/call') {
         call = id;
         const properties = { name: { type: 'string' } };
         say({ id: 'form', method: 'elicitation/create', params: { message: 'Name?', requestedSchema: { type: 'object', properties } } });
       } else if (id !== undefined) say(method in results ? { id, result: results[method] } : { id, error: { code: -32601, message: 'none' } });
     });`,
  );
  const initialize = {
    skills: ['one'],
    plugins: [{ type: 'local', path: join(place.home, 'plug') }],
    mcpServers: { asks: { command: process.execPath, args: [join(place.home, 'asks.mjs')] } },
  };
  const policy = JSON.stringify({ permissions: { deny: ['Bash(touch *)'] } });
  const talk = startClient(place, initialize, ALL, '--await-initialize', '--managed-settings', policy);
  talk.prompt('go');
  const init = await talk.next({ type: 'system', subtype: 'init' });
  expect(init).toMatchObject({ skills: ['one'], plugins: [{ name: 'plug' }] });
  expect(init['slash_commands']).toEqual(expect.arrayContaining(['greet', 'one', 'plug:look']));
  expect(init['slash_commands']).not.toContain('other');
  const form = await talk.next({ request: { subtype: 'elicitation', message: 'Name?' } });
  talk.answer(form, { action: 'accept', content: { name: 'Ada' } });
  await talk.next({ type: 'result', result: 'Done.' });
  expect([await talk.end(), talk.stderr]).toEqual([0, '']);
  const first = JSON.stringify(server.requests[0]?.body);
  expect([first.includes('Skill one'), first.includes('Skill other')]).toEqual([true, false]);
  const results = JSON.stringify(lastMessages(server));
  expect(results).not.toContain('BODY-other');
  expect(results).toContain('Ada');
  expect(results).toContain('the deny rule Bash(touch *)');
  expect(existsSync(join(place.cwd, 'made'))).toBe(false);
});

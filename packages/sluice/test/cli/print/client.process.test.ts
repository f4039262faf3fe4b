import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { startCli } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, talkTo, type PrintPlace, type Talk } from './support/print.ts';
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
  expect(init['mcp_servers']).toEqual([{ name: 'calc', status: 'connected' }]);
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
});

test('what a client can not have ends the run before its prompt', async () => {
  for (const wish of [
    { plugins: [{ type: 'local', path: '/none' }] },
    { toolAliases: { Shell: 'Bash' } },
    { hooks: { PreToolUse: [{ matcher: 7, hookCallbackIds: ['a'] }] } },
    { sdkMcpServers: 'calc' },
    {
      sdkMcpServers: ['calc'],
      sdkMcpServerConfigs: { calc: { tools: [{ permission_policy: 'always_deny' }] } },
    },
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

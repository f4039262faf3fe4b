import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { startCli } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, talkTo, type PrintPlace, type Talk } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

function startClient({ cwd, env }: PrintPlace, initialize: JsonObject, ...args: readonly string[]): Talk {
  const talk = talkTo(startCli([...BOTH_WAYS, '--verbose', ...args], { cwd, env }));
  const request = { subtype: 'initialize', ...initialize };
  talk.say({ type: 'control_request', request_id: 'first', request });
  return talk;
}

/** Answers as a server with one tool would. */
async function serve(talk: Talk, name: string): Promise<void> {
  const results: JsonObject = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'far', version: '1' },
    },
    'notifications/initialized': {},
    'tools/list': { tools: [{ name, description: 'runs', inputSchema: { type: 'object' } }] },
  };
  for (const method of Object.keys(results)) await reply(talk, method, results[method] ?? {});
}

async function reply(talk: Talk, method: string, result: unknown): Promise<JsonObject> {
  const asked = await talk.next({ request: { subtype: 'mcp_message', message: { method } } });
  const { id = 0 } = JSON.parse(JSON.stringify(asked)).request.message;
  talk.answer(asked, { mcp_response: { jsonrpc: '2.0', id, result: JSON.parse(JSON.stringify(result)) } });
  return asked;
}

const TEXT = { content: [{ type: 'text', text: 'RAN FAR AWAY' }] };

test('a call goes to the tool of the client that its name stands for, and questions say whose that is', async () => {
  const bash = calls(['Bash', { command: 'touch here' }]);
  await using server = await startModelServer([
    bash,
    words('One.'),
    bash,
    words('Two.'),
    bash,
    words('Three.'),
  ]);
  const place = printPlace(server);
  const setup = {
    sdkMcpServers: ['far'],
    toolAliases: { Bash: 'mcp__far__bash', mcp__far__bash: 'Bash' },
    hooks: { SessionEnd: [{ hookCallbackIds: ['bye'] }] },
  };
  const talk = startClient(place, setup, '--permission-prompt-tool=stdio', '--dangerously-skip-permissions');
  talk.prompt('run it');
  await serve(talk, 'bash');
  await reply(talk, 'tools/call', TEXT);
  await talk.next({ type: 'result', result: 'One.' });

  const override = (request_id: string, mode: string | null): void => {
    const request = { subtype: 'set_mcp_permission_mode_override', serverName: 'far', mode };
    talk.say({ type: 'control_request', request_id, request });
  };
  override('auto', 'auto');
  await talk.next({ type: 'control_response', response: { subtype: 'error', request_id: 'auto' } });
  override('on', 'default');
  await talk.next({ type: 'control_response', response: { subtype: 'success', request_id: 'on' } });
  talk.prompt('again');
  const asked = await talk.next({ request: { subtype: 'can_use_tool' } });
  expect(asked['request']).toMatchObject({
    tool_name: 'mcp__far__bash',
    mcp_server: { name: 'far', source: 'sdk' },
  });
  talk.answer(asked, { behavior: 'deny', message: 'Not now.' });
  await talk.next({ type: 'result', result: 'Two.' });
  override('off', null);
  talk.say({
    type: 'control_request',
    request_id: 'mode',
    request: { subtype: 'set_permission_mode', mode: 'acceptEdits' },
  });
  await talk.next({ type: 'system', subtype: 'status', permissionMode: 'acceptEdits' });
  talk.prompt('and again');
  talk.answer(await talk.next({ request: { subtype: 'can_use_tool' } }), { behavior: 'allow' });
  await reply(talk, 'tools/call', TEXT);
  await talk.next({ type: 'result', result: 'Three.' });
  expect(await talk.end()).toBe(0);
  expect(existsSync(join(place.cwd, 'here'))).toBe(false);
  expect(JSON.stringify(lastMessages(server))).toContain('RAN FAR AWAY');
  // No answer can come any more, but the client hears of the end.
  const last = talk.messages.findLast(({ type }) => type === 'control_request');
  expect(last).toMatchObject({ request: { callback_id: 'bye', input: { hook_event_name: 'SessionEnd' } } });
  expect(talk.stderr).toBe('');
});

test('what a client has composed is sent as it is; no one is asked if the client says so', async () => {
  await using server = await startModelServer([calls(['Bash', { command: 'touch here' }]), words('Done.')]);
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'notes.md'), 'SECRET NOTES');
  const talk = startClient(place, {}, '--permission-prompt-tool=stdio', '--permission-prompts=none');
  talk.prompt('/compact as in @notes.md', { client_composed: true });
  await talk.next({ type: 'result', result: 'Done.' });
  expect(await talk.end()).toBe(0);
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).toContain('/compact as in @notes.md');
  expect(sent).not.toContain('SECRET NOTES');
  expect(JSON.stringify(talk.messages)).not.toContain('can_use_tool","tool_name');
  expect(existsSync(join(place.cwd, 'here'))).toBe(false);
});

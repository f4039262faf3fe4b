import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { startCli } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, talkTo } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

/** A server whose tool leaves a file. */
const SERVER = `
import { createInterface } from 'node:readline';
import { writeFileSync } from 'node:fs';
const tools = [{ name: 'del', inputSchema: { type: 'object' } }, { name: 'x'.repeat(70), inputSchema: { type: 'object' } }];
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'h', version: '1' } }),
    'tools/list': () => ({ tools }),
    'tools/call': () => (writeFileSync('ran', ''), { content: [{ type: 'text', text: 'DELETED' }] }),
  }[method];
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(answer ? { result: answer() } : { error: { code: -32601, message: 'no' } }) }));
}`;

const BYPASS = '--dangerously-skip-permissions';
const ALLOWED = '--allowedTools=mcp__h__*';
const ASKS = '--permission-prompt-tool=stdio';
const LONG = 'x'.repeat(70);

type Delivery = 'argv' | 'initialize' | 'mcp_set_servers' | 'sdk' | 'sdk in argv' | 'sdk later';

type Row = readonly [
  delivery: Delivery,
  policy: JsonObject,
  outcome: 'denied' | 'asked' | 'run',
  args: readonly string[],
];

const ROWS: readonly Row[] = [
  ['argv', { permission_policy: 'always_deny' }, 'denied', [ALLOWED]],
  ['initialize', { permission_policy: 'always_deny' }, 'denied', [BYPASS]],
  ['mcp_set_servers', { permission_policy: 'always_deny' }, 'denied', [ALLOWED]],
  ['argv', { name: LONG, permission_policy: 'always_deny' }, 'denied', [BYPASS]],
  ['argv', { permission_policy: 'always_ask' }, 'asked', [BYPASS]],
  ['argv', { permission_policy: 'never_heard_of' }, 'asked', [ALLOWED]],
  ['argv', { permission_policy: 'always_allow' }, 'run', []],
  ['argv', { permission_policy: 'always_allow', org_max_permission: 'blocked' }, 'denied', []],
  ['argv', { name: 'other', permission_policy: 'always_deny' }, 'run', [ALLOWED]],
  ['sdk', { permission_policy: 'always_deny' }, 'denied', [BYPASS]],
  ['sdk', { permission_policy: 'always_ask' }, 'asked', [ALLOWED]],
  ['sdk', { permission_policy: 'always_ask' }, 'asked', [BYPASS]],
  ['sdk', { permission_policy: 'always_allow' }, 'asked', []],
  ['sdk in argv', { permission_policy: 'always_deny' }, 'denied', [ALLOWED]],
  ['sdk later', { permission_policy: 'always_ask' }, 'asked', [ALLOWED]],
];

test.each(ROWS)('by %s, the policy %j has calls %s', async (delivery, policy, outcome, args) => {
  const isLong = policy['name'] === LONG;
  await using server = await startModelServer(({ body }) => {
    const text = JSON.stringify(body['messages']);
    if (text.includes('tool_result') || !text.includes('"go"')) return words('Done.');
    const tools: unknown = body['tools'];
    const offered = Array.isArray(tools) ? tools.map((tool) => String(Object(tool).name)) : [];
    const long = offered.find((name) => name.startsWith('mcp__h__xx'));
    return calls([isLong ? (long ?? 'mcp__h__none') : 'mcp__h__del', {}]);
  });
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'server.mjs'), SERVER);
  const tools = [{ name: 'del', ...policy }];
  const isOfClient = delivery.startsWith('sdk');
  const servers = {
    h: isOfClient
      ? { type: 'sdk', name: 'h', tools }
      : { command: process.execPath, args: [join(place.cwd, 'server.mjs')], tools },
  };
  const setup = {
    mcpServers: delivery === 'initialize' ? servers : undefined,
    sdkMcpServers: delivery === 'sdk' ? ['h'] : undefined,
    sdkMcpServerConfigs: delivery === 'sdk' ? { h: { tools } } : undefined,
  };
  const named = ['argv', 'sdk in argv'].includes(delivery);
  const config = named ? ['--mcp-config', JSON.stringify({ mcpServers: servers })] : [];
  const child = startCli([...BOTH_WAYS, '--verbose', ASKS, ...args, ...config], place);
  const talk = talkTo(child);
  let called = 0;
  let asked = 0;
  child.stdout.on('data', (data: Buffer) => {
    for (const line of String(data).split('\n')) {
      if (!line.includes('"control_request"')) continue;
      const message: unknown = JSON.parse(line);
      const { request, request_id: id } = Object(message);
      if (request.subtype === 'can_use_tool') {
        asked += 1;
        talk.answer({ request_id: id }, { behavior: 'allow', updatedInput: {} });
        continue;
      }
      const results: Record<string, JsonObject> = {
        initialize: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'h', version: '1' },
        },
        'tools/list': { tools: [{ name: 'del', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [] },
      };
      const { method, id: of = 0 } = request.message;
      if (method === 'tools/call') called += 1;
      talk.answer(
        { request_id: id },
        { mcp_response: { jsonrpc: '2.0', id: of, result: results[String(method)] ?? {} } },
      );
    }
  });
  talk.say({
    type: 'control_request',
    request_id: 'first',
    request: { subtype: 'initialize', ...setup },
  });
  if (delivery === 'mcp_set_servers' || delivery === 'sdk later') {
    talk.prompt('wait');
    await talk.next({ type: 'result' });
    talk.say({
      type: 'control_request',
      request_id: 'set',
      request: { subtype: 'mcp_set_servers', servers },
    });
    await talk.next({ type: 'control_response', response: { request_id: 'set', subtype: 'success' } });
  }
  talk.prompt('go');
  await talk.next({ type: 'result', result: 'Done.' });
  await talk.end();
  const ran = called > 0 || existsSync(join(place.cwd, 'ran'));
  expect({ ran, isAsked: asked > 0 }, JSON.stringify(lastMessages(server))).toEqual({
    ran: outcome !== 'denied',
    isAsked: outcome === 'asked',
  });
  expect(talk.stderr).toBe('');
});

test('a project may restrict the tools of its servers, and allows none', async () => {
  await using server = await startModelServer([calls(['mcp__h__del', {}]), words('Done.')]);
  const place = printPlace(server);
  writeFileSync(join(place.cwd, 'server.mjs'), SERVER);
  const tools = [{ name: 'del', permission_policy: 'always_allow' }];
  const h = { command: process.execPath, args: [join(place.cwd, 'server.mjs')], tools };
  writeFileSync(join(place.cwd, '.mcp.json'), JSON.stringify({ mcpServers: { h } }));
  const settings = JSON.stringify({ enableAllProjectMcpServers: true });
  const talk = talkTo(startCli([...BOTH_WAYS, '--verbose', '--settings', settings], place));
  talk.prompt('go');
  await talk.next({ type: 'result', result: 'Done.' });
  expect(await talk.end()).toBe(0);
  expect(JSON.stringify(lastMessages(server))).toContain('is_error');
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
});

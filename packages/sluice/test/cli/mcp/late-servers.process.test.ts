import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { connectToProgram } from '../../../../mcp/test/server/support/connect.ts';
import { until } from '../../../../mcp/test/server/support/until.ts';
import { startRemoteServer } from '../../../../mcp/test/remote/remote-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { calls, words } from '../print/support/answers.ts';
import { scratch } from '../exec/support/scratch.ts';
import { printPlace, runPrint } from '../print/support/print.ts';

const CONNECTING = 'These MCP servers are still connecting: f.';

function toolNames(body: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return Object(body?.['tools']).map(({ name }: { readonly name: string }) => name);
}

it.each([
  ['the API has a form for late tools', 'claude-sonnet-4-5', ['mcp__f__echo', { a: 1 }]],
  ['it has none', 'openai/gpt-4.1', ['UseTool', { name: 'mcp__f__echo', input: { a: 1 } }]],
] as const)(
  'the first request does not wait for a slow server, and a search does: %s',
  async (_title, model, call) => {
    const gate = join(scratch(), 'gate');
    await using server = await startModelServer([
      () => {
        writeFileSync(gate, '');
        return calls(['ToolSearch', { query: 'select:mcp__f__echo' }]);
      },
      calls(call),
      words('Done.'),
    ]);
    const place = printPlace(server);
    const env = { ...place.env, MCP_CONNECT_TIMEOUT_MS: '1' };
    const config = JSON.stringify({ mcpServers: { f: faultEntry({ start: 'waits', gate }) } });
    const args = ['--mcp-config', config, '--allowedTools', 'mcp__f', '--model', model];
    const run = await runPrint({ ...place, env }, 'Work.', ...args);
    expect(run).toEqual({ status: 0, stderr: '', stdout: 'Done.\n' });
    const bodies = server.requests.map(({ body }) => body);
    const texts = bodies.map((body) => JSON.stringify(body));
    expect(texts[0]).toContain(`${CONNECTING} To wait for their tools`);
    expect(texts[0]).not.toContain('mcp__f__echo');
    expect(texts[2]?.split(CONNECTING)).toHaveLength(2);
    expect(texts[2]).toContain('{\\"a\\":1}');
  },
);

it.each([
  ['Anthropic', 'claude-sonnet-4-5'],
  ['OpenAI', 'openai/gpt-4.1'],
] as const)(
  'the model is told once which server needs a login, at the end of what it has: %s',
  async (_title, model) => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    await using server = await startModelServer([calls(['Glob', { pattern: 'none' }]), words('Done.')]);
    const servers = { far: { type: 'http', url: remote.url }, denied: { type: 'http', url: remote.url } };
    const run = await runPrint(
      printPlace(server),
      'Work.',
      ...['--mcp-config', JSON.stringify({ mcpServers: servers })],
      ...['--disallowedTools', 'mcp__denied', '--model', model],
    );
    expect(run).toMatchObject({ status: 0, stdout: 'Done.\n' });
    const [first, second] = server.requests.map(({ body }) => body);
    for (const body of [first, second]) {
      expect(JSON.stringify(body).split('until the user logs in')).toHaveLength(2);
      expect(JSON.stringify(body)).toContain('- far: It requires a login. Run: sluice mcp login far');
      expect(JSON.stringify(body)).not.toContain('- denied:');
    }
    expect(second?.['tools']).toEqual(first?.['tools']);
  },
);

it('a hook of SessionStart waits for the server that it calls', async () => {
  const directory = scratch();
  const [gate, pids] = [join(directory, 'gate'), join(directory, 'pids')];
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  const env = { ...place.env, MCP_CONNECT_TIMEOUT_MS: '1' };
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ start: 'waits', gate, pids }) } });
  const output = { hookEventName: 'SessionStart', additionalContext: 'What the server knows.' };
  const input = { words: JSON.stringify({ hookSpecificOutput: output }) };
  const hook = { type: 'mcp_tool', server: 'f', tool: 'say', input };
  const settings = JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } });
  const run = runPrint({ ...place, env }, 'Work.', '--mcp-config', config, '--settings', settings);
  await until(() => (existsSync(pids) ? true : undefined));
  writeFileSync(gate, '');
  expect(await run).toEqual({ status: 0, stderr: '', stdout: 'Done.\n' });
  expect(JSON.stringify(server.requests[0]?.body)).toContain('What the server knows.');
});

it('a server whose tools are all denied is not announced', async () => {
  const gate = join(scratch(), 'gate');
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  const env = { ...place.env, MCP_CONNECT_TIMEOUT_MS: '1' };
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ start: 'waits', gate }) } });
  await runPrint({ ...place, env }, 'Work.', '--mcp-config', config, '--disallowedTools', 'mcp__f');
  const [first] = server.requests.map(({ body }) => body);
  expect(JSON.stringify(first)).not.toContain('still connecting');
  expect(toolNames(first)).not.toContain('ToolSearch');
});

const RESOURCE = 'see @f:x:1 now';

it.each([
  ['/mcp__f__plain', { prompts: 'listed' }, 'mcp__f__plain'],
  [RESOURCE, { hasResources: true }, 'Contents of x:1 of the MCP server f'],
] as const)('%s waits for the server, which is still connecting', async (prompt, faults, sent) => {
  const gate = join(scratch(), 'gate');
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  const env = { ...place.env, MCP_CONNECT_TIMEOUT_MS: '1' };
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ ...faults, start: 'waits', gate }) } });
  const allowed = ['--allowedTools', 'ReadMcpResourceTool'];
  const run = runPrint({ ...place, env }, prompt, '--mcp-config', config, ...allowed);
  // One that doesn't wait has ended by then.
  await Promise.race([run, delay(3_000)]);
  writeFileSync(gate, '');
  // Prompts of the list that can't be used are named.
  const stderr = sent === 'mcp__f__plain' ? expect.stringContaining('A prompt has no name') : '';
  expect(await run).toEqual({ status: 0, stderr, stdout: 'Done.\n' });
  expect(JSON.stringify(server.requests[0]?.body['messages'])).toContain(sent);
});

it('the user and the model are told which resource could not be read, and why a command is not there', async () => {
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ start: 'exits' }) } });
  const run = await runPrint(place, RESOURCE, '--mcp-config', config);
  expect(run).toMatchObject({ status: 0, stdout: 'Done.\n' });
  expect(run.stderr).toContain(`@f:x:1 could not be read: The MCP server "f" can't be used: `);
  const messages = JSON.stringify(server.requests[0]?.body['messages']);
  expect(messages).toContain('The user mentioned x:1 of the MCP server f, which could not be read');
  const refused = await runPrint(place, '/mcp__f__plain', '--mcp-config', config);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`There is no command /mcp__f__plain. The MCP server "f" can't be used: `);
});

it('a call of a tool says that its server is still connecting, after the wait', async () => {
  await using server = await startModelServer([calls(['mcp__f__echo', {}]), words('Done.')]);
  const place = printPlace(server);
  const gate = join(scratch(), 'gate');
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ start: 'waits', gate }) } });
  const env = { ...place.env, MCP_CONNECT_TIMEOUT_MS: '1' };
  await runPrint({ ...place, env }, 'Work.', '--mcp-config', config);
  expect(JSON.stringify(server.requests[1]?.body['messages'])).toContain(
    String.raw`is not available. The MCP server \"f\" is still connecting. Try again later.`,
  );
});

it('a search asks a server again whose tools are only known from an earlier session', async () => {
  await using server = await startModelServer([
    words('Known.'),
    calls(['ToolSearch', { query: '+nothing' }]),
    words('Done.'),
  ]);
  const gate = join(scratch(), 'gate');
  writeFileSync(gate, '');
  const place = printPlace(server);
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ start: 'waits', gate }) } });
  await runPrint(place, 'Know.', '--mcp-config', config);
  rmSync(gate);
  const env = { ...place.env, MCP_DISCOVERY_CACHE_TTL_S: '0' };
  await runPrint({ ...place, env }, 'Search.', '--mcp-config', config);
  expect(JSON.stringify(server.requests[2]?.body['messages'])).toContain(
    'Still connecting, search again later: f.',
  );
});

it('a call through the gateway waits for the server of its tool', async () => {
  const gate = join(scratch(), 'gate');
  const setUp = (home: string): void => {
    mkdirSync(join(home, '.sluice'));
    const mcpServers = { f: faultEntry({ start: 'waits', gate }) };
    writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers }));
  };
  const args = ['--with-servers', '--permission-mode', 'bypassPermissions'];
  const { client } = await connectToProgram(args, { setUp });
  const call = client.callTool({ name: 'mcp__f__echo', arguments: { a: 1 } }).catch(String);
  // It is answered after the call has begun.
  await client.listTools();
  writeFileSync(gate, '');
  expect(await call).toMatchObject({ content: [{ type: 'text', text: '{"a":1}' }] });
});

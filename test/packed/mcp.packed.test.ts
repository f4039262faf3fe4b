import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, sluice, startSluice } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

const memory = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js');
const RESOURCES = join(import.meta.dirname, '../../packages/session/test/mcp/support/fault-server.ts');
const session = join(import.meta.dirname, '../../examples/mcp-memory/session.sse');

it('adds a server, lists it, and works with its tools', () => {
  const cwd = emptyDirectory();
  const graph = join(cwd, 'graph.jsonl');
  // A home of its own: the server that is added is there for this test alone.
  const place = { cwd, env: { HOME: emptyDirectory() } };
  const variable = `MEMORY_FILE_PATH=${graph}`;
  const added = sluice(['mcp', 'add', 'memory', '--env', variable, '--', process.execPath, memory], place);
  expect(added).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Added memory \(local\) to /),
  });

  const listed = sluice(['mcp', 'list'], place);
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  expect(listed.stdout).toMatch(
    /^memory {2}connected, 9 tools {2}\(local: .*server-memory\/dist\/index\.js\)\n$/,
  );

  expect(sluice(['mcp', 'tools', 'memory'], place).stdout).toMatch(
    /^memory: 9 tools\n[^]* read_graph {11}Read/,
  );
  const call = ['mcp', 'call', 'memory', 'search_nodes', '{"query":"Ada"}'];
  expect(sluice(call, place)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Permission denied'),
  });
  expect(sluice([...call, '--allow', 'mcp__memory'], place)).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('"entities": []'),
  });

  const args = ['-p', 'Note that Ada is the release manager.', '--model', `replay:${session}`];
  const refused = sluice(args, place);
  expect(refused.stderr).toContain('2 calls were denied: mcp__memory__create_entities');

  const run = sluice([...args, '--allowedTools', 'mcp__memory'], place);
  expect(run).toMatchObject({ status: 0, stdout: 'Done: Ada is noted as the release manager.\n' });
  expect(readFileSync(graph, 'utf8')).toContain('"name":"Ada"');
  // The second run knew its tools from the first.
  expect(readdirSync(join(place.env.HOME, '.local/state/sluice/mcp-catalog'))).toHaveLength(1);
});

it("lists and reads a server's resources and directories", async () => {
  const faults = JSON.stringify({ hasResources: true, directory: 'method' });
  const mcpServers = { f: { command: process.execPath, args: [RESOURCES, faults], alwaysLoad: true } };
  const calls = [
    { name: 'ListMcpResourcesTool', input: { server: 'f' } },
    { name: 'ReadMcpResourceTool', input: { server: 'f', uri: 'x:1' } },
    { name: 'ReadMcpResourceDirTool', input: { server: 'f', uri: 'x:/docs' } },
  ];
  const run = await scriptedPrint('Work.', [calls, 'Read.'], {
    args: [
      ...['--mcp-config', JSON.stringify({ mcpServers })],
      ...['--allowedTools', ['mcp__f', ...calls.map(({ name }) => name)].join(',')],
    ],
    env: { HOME: emptyDirectory() },
  });
  expect(run).toMatchObject({ status: 0, stdout: 'Read.\n' });
  for (const text of ['x:2', 'Resource x:1:', 'x:/docs/a.md']) expect(run.requests[1]).toContain(text);
});

it('imports the servers of other programs', () => {
  const home = emptyDirectory();
  mkdirSync(join(home, '.codex'));
  writeFileSync(
    join(home, '.codex/config.toml'),
    `[mcp_servers.memory]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(memory)}]\n`,
  );
  const place = { cwd: emptyDirectory(), env: { HOME: home } };
  expect(sluice(['mcp', 'list'], place).stdout).toContain('1 server of Codex can be imported');
  expect(sluice(['mcp', 'import', 'memory'], place)).toMatchObject({ status: 0, stderr: '' });
  expect(sluice(['mcp', 'list'], place).stdout).toMatch(/^memory {2}connected, 9 tools/);
});

it('speaks the newest version of the protocol with a server that has it', () => {
  const place = { cwd: emptyDirectory(), env: { HOME: emptyDirectory() } };
  const entry = {
    command: join(inject('packedDirectory'), 'app/node_modules/.bin/sluice'),
    args: ['mcp', 'serve'],
  };
  const add = (name: string, more: object): number | null =>
    sluice(['mcp', 'add-json', name, JSON.stringify({ ...entry, ...more })], place).status;
  expect([add('newest', { protocol: 'auto' }), add('older', {})]).toEqual([0, 0]);
  expect(sluice(['mcp', 'get', 'newest'], place).stdout).toMatch(/protocol.*2026-07-28/);
  expect(sluice(['mcp', 'get', 'older'], place).stdout).toMatch(/protocol.*2025-11-25/);
});

/** Its tool `note` has the description in a file. */
const CHANGING = `
const { readFileSync } = require('node:fs');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const description = readFileSync(__filename + '.txt', 'utf8');
  const tools = [{ name: 'note', description, inputSchema: { type: 'object' } }];
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'c', version: '1' } },
    'tools/list': { tools },
    'tools/call': { content: [{ type: 'text', text: 'noted' }] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
});
`;

it('does not let a rule allow a tool that its server has changed, until the change is confirmed', () => {
  const place = { cwd: emptyDirectory(), env: { HOME: emptyDirectory() } };
  const server = join(place.cwd, 'server.cjs');
  writeFileSync(server, CHANGING);
  writeFileSync(`${server}.txt`, 'Notes it here.');
  mkdirSync(join(place.env.HOME, '.sluice'));
  writeFileSync(
    join(place.env.HOME, '.sluice/settings.json'),
    JSON.stringify({ permissions: { allow: ['mcp__c'] } }),
  );
  sluice(['mcp', 'add', 'c', '--', process.execPath, server], place);
  const call = () => sluice(['mcp', 'call', 'c', 'note'], place);
  expect(call()).toMatchObject({ status: 0, stdout: 'noted\n' });
  writeFileSync(`${server}.txt`, 'Notes it elsewhere.');
  expect(call()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is now "Notes it elsewhere."'),
  });
  expect(sluice(['mcp', 'confirm', 'c'], place)).toMatchObject({ status: 0, stderr: '' });
  expect(call()).toMatchObject({ status: 0, stdout: 'noted\n' });
});

it('starts a server in a running session when it is configured and approved', async () => {
  const place = { cwd: emptyDirectory(), env: { HOME: emptyDirectory() } };
  const mark = join(place.cwd, 'started');
  const both = ['--input-format', 'stream-json', '--output-format', 'stream-json'];
  const { child, status } = startSluice(['-p', ...both, '--model', `replay:${session}`], place);
  const args = ['-c', `touch ${mark}; exec "$0" "$1"`, process.execPath, memory];
  const entry = { command: '/bin/sh', args };
  writeFileSync(join(place.cwd, '.mcp.json'), JSON.stringify({ mcpServers: { memory: entry } }));
  expect(sluice(['mcp', 'approve', 'memory'], place)).toMatchObject({ status: 0, stderr: '' });
  while (!existsSync(mark)) await setTimeout(50);
  child.stdin?.end();
  expect(await status).toBe(0);
});

it('does not wait for a server that is slow to start, and tells the model; a long call goes on in the background', async () => {
  const cwd = emptyDirectory();
  const slow = { command: process.execPath, args: ['-e', 'process.stdin.resume()'] };
  const hanging = join(cwd, 'hanging.cjs');
  writeFileSync(hanging, HANGING);
  const servers = { slow, hanging: { command: process.execPath, args: [hanging], alwaysLoad: true } };
  const run = await scriptedPrint('Work.', [{ name: 'mcp__hanging__wait', input: {} }, 'It takes long.'], {
    cwd,
    args: ['--mcp-config', JSON.stringify({ mcpServers: servers }), '--allowedTools', 'mcp__hanging'],
    env: { HOME: emptyDirectory(), MCP_CONNECT_TIMEOUT_MS: '1', CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: '1' },
  });
  expect(run).toMatchObject({ status: 0, stdout: 'It takes long.\n' });
  expect(run.requests[0]).toContain('These MCP servers are still connecting: slow.');
  expect(run.requests[1]).toMatch(/continues in the background as task c[0-9a-f]{8}\./);
});

/** A server with a tool that never answers. */
const HANGING = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const serverInfo = { name: 'hanging', version: '1' };
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
    'tools/list': { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] },
  };
  if (results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
});
`;

/** A server whose tool asks the model, and says what it answered. */
const ASKING = `
let waiting;
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } },
    'tools/list': { tools: [{ name: 'sky', inputSchema: { type: 'object' } }] },
  };
  if (results[method]) return say({ id, result: results[method] });
  if (id === 'q') return say({ id: waiting, result: { content: [{ type: 'text', text: 'It said ' + result?.content.text }] } });
  if (method !== 'tools/call') return;
  waiting = id;
  const messages = [{ role: 'user', content: { type: 'text', text: 'What color is the sky?' } }];
  say({ id: 'q', method: 'sampling/createMessage', params: { messages, maxTokens: 20 } });
});
`;

it('lets a server ask the model where its entry says so and someone agrees', async () => {
  const cwd = emptyDirectory();
  writeFileSync(join(cwd, 'asking.cjs'), ASKING);
  const entry = { command: process.execPath, args: [join(cwd, 'asking.cjs')], sampling: 'ask' };
  const agreed = { hookEventName: 'Elicitation', action: 'accept', content: { answer: 'allow' } };
  const command = `cat > asked.json; echo '${JSON.stringify({ hookSpecificOutput: agreed })}'`;
  const hooks = { Elicitation: [{ hooks: [{ type: 'command', command }] }] };
  const run = await scriptedPrint('Work.', [{ name: 'mcp__a__sky', input: {} }, 'Blue.', 'It is blue.'], {
    cwd,
    args: [
      ...['--mcp-config', JSON.stringify({ mcpServers: { a: entry } }), '--allowedTools', 'mcp__a'],
      ...['--settings', JSON.stringify({ hooks })],
    ],
    env: { HOME: emptyDirectory() },
  });
  expect(run).toMatchObject({ status: 0, stdout: 'It is blue.\n' });
  expect(readFileSync(join(cwd, 'asked.json'), 'utf8')).toContain('user: What color is the sky?');
  expect(run.requests[1]).toContain('What color is the sky?');
  expect(run.requests[2]).toContain('It said Blue.');
});

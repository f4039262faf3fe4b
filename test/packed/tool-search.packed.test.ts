import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { writeFileSync } from 'node:fs';
import { emptyDirectory } from './packed.ts';

const root = join(import.meta.dirname, '../..');

interface Call {
  readonly name: string;
  readonly input: object;
}

interface Body {
  readonly tools: readonly { readonly name: string; readonly defer_loading?: boolean }[];
  readonly messages: readonly { readonly content: unknown }[];
}

/** A server of the Messages API that makes these calls, request by request, and then ends its turn. */
async function serve(
  calls: readonly (Call | undefined)[],
  onRequest: (number: number) => void = () => {},
): Promise<{ readonly address: string; readonly bodies: Body[] }> {
  const bodies: Body[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(parts).toString()));
      onRequest(bodies.length);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answer(bodies.length, calls[bodies.length - 1]));
    });
  });
  onTestFinished(() => void server.close());
  const address = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      resolve(`http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`);
    });
  });
  return { address, bodies };
}

function answer(number: number, call: Call | undefined): string {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const block =
    call === undefined
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${number}`, name: call.name, input: {} };
  const delta =
    call === undefined
      ? { type: 'text_delta', text: 'Done.' }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
  const stop = { stop_reason: call === undefined ? 'end_turn' : 'tool_use' };
  return [
    {
      type: 'message_start',
      message: { id: `msg_${number}`, model: 'm', role: 'assistant', content: [], usage },
    },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

function run(
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const directory = inject('packedDirectory');
  const { PATH, LANG = 'C.UTF-8' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, LANG, HOME: join(directory, 'home'), ANTHROPIC_API_KEY: 'none', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  return new Promise((resolve) => void child.on('close', () => resolve({ stdout, stderr })));
}

const PROGRAM = `
import { createLocalAgent, defineTool } from 'sluice';
const [address, toolLoading] = process.argv.slice(1);
const tools = Array.from({ length: 60 }, (_, number) => defineTool({
  name: 'mcp__shop__count_' + number,
  description: number === 42 ? 'Tells how many bicycles are in stock.' : 'Counts things of kind ' + number + '.',
  isDeferred: true,
  isReadOnly: true,
  inputSchema: { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] },
  call: async ({ color }) => ({ data: color + ': 7' }),
}));
const agent = await createLocalAgent({
  cwd: process.cwd(), model: 'anthropic/test', baseUrl: address, toolLoading, tools,
  permissionMode: 'bypassPermissions', readsInstructions: false,
});
for await (const event of agent.run('How many red bicycles are there?')) {
  if (event.type === 'results') for (const { content } of event.results) console.log(JSON.stringify(content));
}
await agent.dispose();
`;

it.each([
  ['reference', 'bicycles in stock'],
  ['bridge', 'bicylces'],
] as const)('a library program gives a model 60 tools that it finds (%s, %s)', async (form, query) => {
  const input = { color: 'red' };
  const count =
    form === 'reference'
      ? { name: 'mcp__shop__count_42', input }
      : { name: 'UseTool', input: { name: 'mcp__shop__count_42', input } };
  const search = { name: 'ToolSearch', input: { query, max_results: 1 } };
  const { address, bodies } = await serve([search, count]);
  const app = join(inject('packedDirectory'), 'app');
  const { stdout, stderr } = await run(['--input-type=module', '-e', PROGRAM, address, form], app);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/"tool_name":"mcp__shop__count_42".*\n"red: 7"\n$/);
  const [first] = bodies;
  const shown = first?.tools.filter((tool) => tool.defer_loading !== true) ?? [];
  expect(JSON.stringify(shown)).not.toContain('mcp__shop__');
  expect(shown.some(({ name }) => name === 'UseTool')).toBe(form === 'bridge');
  expect(JSON.stringify(first?.messages)).toMatch(/shop \(mcp__shop__…\): count_0, count_1,.*count_9/);
  expect(JSON.stringify(bodies.at(-1)?.messages).includes('"tool_reference"')).toBe(form === 'reference');
});

it('in the command, what is rarely used is found by ToolSearch', async () => {
  const { address, bodies } = await serve([
    { name: 'ToolSearch', input: { query: 'select:TaskOutput' } },
    { name: 'TaskOutput', input: { task_id: 'nobody' } },
  ]);
  const sluice = join(inject('packedDirectory'), 'app/node_modules/.bin/sluice');
  const flags = ['--model', 'anthropic/test', '--base-url', address, '--tool-loading', 'reference'];
  const { stdout } = await run(
    [sluice, '-p', 'Look.', ...flags, '--output-format', 'stream-json', '--verbose'],
    emptyDirectory(),
  );
  expect(stdout).toMatch(/"tool_name":"TaskOutput"/);
  expect(stdout).toMatch(/nobody/);
  expect(bodies[0]?.tools.filter((tool) => tool.defer_loading === true).map(({ name }) => name)).toContain(
    'TaskOutput',
  );
  expect(stdout).toMatch(/"subtype":"init"[^\n]*"ToolSearch"/);
  expect(stdout).not.toMatch(/"subtype":"init"[^\n]*"UseTool"/);
});

it.each(['reference', 'bridge'] as const)(
  "in the command, an MCP server's tools are found and called (%s)",
  async (form) => {
    const input = { a: 19, b: 23 };
    const name = 'mcp__everything__get-sum';
    const { address, bodies } = await serve([
      { name: 'ToolSearch', input: { query: 'add two numbers', max_results: 1 } },
      form === 'reference' ? { name, input } : { name: 'UseTool', input: { name, input } },
    ]);
    const program = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
    const config = { mcpServers: { everything: { command: process.execPath, args: [program, 'stdio'] } } };
    const sluice = join(inject('packedDirectory'), 'app/node_modules/.bin/sluice');
    const { stdout, stderr } = await run(
      [
        ...[sluice, '-p', 'Add.', '--model', 'anthropic/test', '--base-url', address],
        ...['--tool-loading', form, '--mcp-config', JSON.stringify(config), '--strict-mcp-config'],
        ...['--allowedTools', name, '--output-format', 'stream-json', '--verbose'],
      ],
      emptyDirectory(),
      // A busy machine takes longer than the second that the first request waits.
      { MCP_CONNECT_TIMEOUT_MS: '60000' },
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(/The sum of 19 and 23 is 42/);
    const shown = bodies[0]?.tools.filter((tool) => tool.defer_loading !== true) ?? [];
    expect(JSON.stringify(shown)).not.toContain('mcp__everything__');
    expect(JSON.stringify(bodies[0]?.messages)).toMatch(/everything \(mcp__everything__…\): .*get-sum/);
  },
);

it('in the command, a tool of a server that is there after the first request is added in a message', async () => {
  const cwd = emptyDirectory();
  const mark = join(cwd, 'asked');
  const name = 'mcp__everything__get-sum';
  const { address, bodies } = await serve(
    [
      { name: 'ToolSearch', input: { query: 'select:get-sum' } },
      { name, input: { a: 19, b: 23 } },
    ],
    (number) => (number === 1 ? writeFileSync(mark, '') : undefined),
  );
  const answers = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'everything', version: '1' },
    },
    'tools/list': { tools: [{ name: 'get-sum', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'The sum of 19 and 23 is 42.' }] },
  };
  // It answers once the first request has been made, and at once: a search waits no longer than five seconds.
  const waits = `
    import { existsSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const answers = ${JSON.stringify(answers)};
    const timer = setInterval(() => {
      if (!existsSync(${JSON.stringify(mark)})) return;
      clearInterval(timer);
      createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        const result = answers[method] ?? {};
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });
    }, 20);`;
  const server = { command: process.execPath, args: ['--input-type=module', '-e', waits] };
  const { stdout } = await run(
    [
      ...[join(inject('packedDirectory'), 'app/node_modules/.bin/sluice'), '-p', 'Add.'],
      ...['--model', 'anthropic/claude-opus-5', '--base-url', address, '--tool-loading', 'reference'],
      ...['--mcp-config', JSON.stringify({ mcpServers: { everything: server } }), '--strict-mcp-config'],
      ...['--allowedTools', name, '--output-format', 'stream-json', '--verbose'],
    ],
    cwd,
  );
  expect(stdout).toMatch(/The sum of 19 and 23 is 42/);
  for (const body of bodies) expect(body.tools).toEqual(bodies[0]?.tools);
  expect(JSON.stringify(bodies[0]?.tools)).not.toContain('get-sum');
  expect(JSON.stringify(bodies.at(-1)?.messages)).toContain(
    `{"role":"system","content":[{"type":"tool_addition","tool":{"type":"tool_definition","name":"${name}"`,
  );
});

it('in the command, a session that goes on has what it has loaded, and tells nothing twice', async () => {
  const { address, bodies } = await serve([
    { name: 'ToolSearch', input: { query: 'select:TaskOutput' } },
    ...[undefined, { name: 'TaskOutput', input: { task_id: 'nobody' } }],
  ]);
  const sluice = join(inject('packedDirectory'), 'app/node_modules/.bin/sluice');
  const flags = ['--model', 'anthropic/test', '--base-url', address, '--tool-loading', 'reference'];
  const cwd = emptyDirectory();
  await run([sluice, '-p', 'Look.', ...flags], cwd);
  const { stdout } = await run([sluice, '-p', '-c', 'Go on.', ...flags], cwd);
  expect(stdout).toBe('Done.\n');
  expect(bodies).toHaveLength(4);
  const [, before, after] = bodies;
  expect(after?.tools).toEqual(before?.tools);
  const messages = JSON.stringify(after?.messages);
  expect(messages).toContain('{"type":"tool_reference","tool_name":"TaskOutput"}');
  expect(messages.split('These tools are available')).toHaveLength(2);
});

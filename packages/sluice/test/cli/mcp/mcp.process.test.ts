import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { startRemoteServer } from '../../../../mcp/test/remote/remote-server.ts';
import { linesOf, parseLines, runCli, toolUse } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from '../print/support/answers.ts';
import {
  BOTH_WAYS,
  printPlace,
  runPrint,
  startPrint,
  STREAM,
  talkTo,
  type PrintPlace,
} from '../print/support/print.ts';

const everything = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);
const entry = { command: process.execPath, args: [everything] };

/** Writes the project's file. */
function project({ cwd }: Pick<PrintPlace, 'cwd'>, servers: JsonObject): void {
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
}

describe('sluice -p with an MCP server', () => {
  it('offers its tools, calls them, and names it in the first message', async () => {
    await using server = await startModelServer([
      calls(
        ['mcp__everything__echo', { message: 'one' }],
        ['mcp__everything__get-sum', { a: '1', b: 2 }],
        ['mcp__everything__get-tiny-image', {}],
        ['mcp__everything__get-structured-content', { location: 'Chicago' }],
        ['mcp__everything__get-sum', { a: 'one' }],
      ),
      words('Done.'),
    ]);
    const place = printPlace(server);
    const config = JSON.stringify({ mcpServers: { everything: entry } });
    const args = ['--mcp-config', config, '--allowedTools', 'mcp__everything', ...STREAM];
    const run = await runPrint(place, 'Work.', ...args);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const messages = parseLines(run.stdout);
    expect(messages[0]).toMatchObject({
      mcp_servers: [{ name: 'everything', status: 'connected' }],
      tools: expect.arrayContaining(['mcp__everything__echo', 'mcp__everything__get-sum']),
    });
    const results = messages.flatMap(({ type, message }) =>
      type === 'user' && isJsonObject(message) && Array.isArray(message['content']) ? message['content'] : [],
    );
    expect(results).toMatchObject([
      { is_error: false, content: [{ text: 'Echo: one' }] },
      { is_error: false, content: [{ text: 'The sum of 1 and 2 is 3.' }] },
      {
        is_error: false,
        content: [{ type: 'text' }, { type: 'image', source: { media_type: 'image/png' } }, { type: 'text' }],
      },
      // Its text says the same as its structured content: the model gets it once.
      { is_error: false, content: [{ text: expect.stringContaining('"temperature"') }] },
      { is_error: true, content: expect.stringContaining('"b"') },
    ]);
    const [request] = server.requests;
    const tools = request?.body['tools'];
    const names = Array.isArray(tools) ? tools.map((tool) => (isJsonObject(tool) ? tool['name'] : '')) : [];
    expect(names.slice(-2)).toEqual(names.slice(-2).toSorted());
    expect(JSON.stringify(tools)).not.toContain('$schema');
  });

  it('does not start a server of the project that is not approved, nor one that has changed since', async () => {
    await using server = await startModelServer([words('Done.')]);
    const place = printPlace(server);
    const mark = join(place.cwd, 'started');
    const touching = {
      command: '/bin/sh',
      args: ['-c', `echo $$ >>${mark}; exec "$0" "$@"`, process.execPath, everything],
    };
    // What is ignored in its entry is of no interest yet.
    project(place, { tools: { ...touching, trust: true } });
    const fix = 'To start it: sluice mcp approve tools';
    expect((await runPrint(place, 'Work.')).stderr).toBe(
      `sluice: The MCP server "tools" was not started. It comes from the project, and you have not approved it. ${fix}\n`,
    );
    expect(() => readFileSync(mark)).toThrow(/ENOENT/);

    project(place, { tools: touching });
    const { cwd, env } = place;
    expect(await runCli(['mcp', 'approve', 'tools'], '', { cwd, env })).toMatchObject({ status: 0 });
    server.restart([words('Done.')]);
    expect(await runPrint(place, 'Work.')).toEqual({ status: 0, stderr: '', stdout: 'Done.\n' });
    expect(readFileSync(mark, 'utf8').split('\n')).toHaveLength(2);

    project(place, { tools: { ...touching, args: [...touching.args, 'stdio'] } });
    server.restart([words('Done.')]);
    const changed = await runPrint(place, 'Work.');
    expect(changed.stderr).toContain('Its entry has changed since you approved it (args: ');
    expect(readFileSync(mark, 'utf8').split('\n')).toHaveLength(2);
  });
});

it.each([
  ['exits', 'The server exited with code 1. To see its output'],
  ['refuses', 'It refused the connection: go away. To try it again'],
] as const)(
  'sluice -p says once which server it has to do without, and why: it %s',
  async (start, reason) => {
    await using server = await startModelServer([words('Done.')]);
    const file = join(scratch(), 'servers.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { f: faultEntry({ start }), g: faultEntry({}) } }));
    const place = printPlace(server);
    const run = await runPrint(place, 'Work.', '--mcp-config', file);
    const command = `sluice mcp get f --mcp-config ${file}`;
    expect(run).toMatchObject({
      status: 0,
      stderr: `sluice: The MCP server "f" can't be used. ${reason}, run: ${command}\n`,
    });
    const shown = await runCli(command.split(' ').slice(1), '', { cwd: place.cwd, env: place.env });
    expect(shown).toMatchObject({ status: 0, stdout: expect.stringContaining('state:     failed\n') });
  },
);

it("a plugin's server that needs a login is known to the command that is named, and to the others", async () => {
  await using server = await startModelServer([words('Done.')]);
  await using remote = await startRemoteServer();
  remote.switches.tokens = new Set();
  const place = printPlace(server);
  const plugin = scratch();
  writeFileSync(join(plugin, '.mcp.json'), JSON.stringify({ mcpServers: { far: { url: remote.url } } }));
  const flag = ['--plugin-dir', plugin];
  const { stderr } = await runPrint(place, 'Work.', ...flag);
  expect(stderr).toContain(`Run: sluice mcp login far --plugin-dir ${plugin}`);
  const run = (...args: readonly string[]) => runCli(args, '', { cwd: place.cwd, env: place.env });
  const looked = { stdout: expect.stringContaining('far') };
  expect(await run('mcp', 'get', 'far', ...flag)).toMatchObject({ status: 0, ...looked });
  expect(await run('mcp', 'logout', 'far', ...flag)).toMatchObject({
    status: 0,
    stderr: 'sluice mcp logout: there is no login for far.\n',
  });
  expect(await run('mcp', 'get', 'far', '--plugin-dir', '/nowhere')).toMatchObject({ status: 2 });
});

it('sluice -p says once which tools of a server were left out, and that its list was cut', async () => {
  await using server = await startModelServer([words('Done.')]);
  const f = { mcpServers: { f: faultEntry({ list: 'odd' }), g: faultEntry({ list: 'throws-later' }) } };
  const args = ['--mcp-config', JSON.stringify(f)];
  const { status, stderr } = await runPrint(printPlace(server), 'Work.', ...args);
  expect(status).toBe(0);
  const lines = stderr.split('\n').filter((line) => line !== '');
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(/^sluice: The MCP server "f": .*was skipped.* There are \d+ more problems\.$/),
    'sluice: The MCP server "g": tools/list failed: no more',
  ]);
});

it('sluice -p says that a server that it knows from an earlier run no longer starts', async () => {
  await using server = await startModelServer([words('Known.')]);
  const place = printPlace(server);
  const node = join(scratch(), 'node');
  symlinkSync(process.execPath, node);
  const config = JSON.stringify({ mcpServers: { f: { ...faultEntry({}), command: node } } });
  const flags = ['--mcp-config', config, '--allowedTools', 'mcp__f'];
  expect(await runPrint(place, 'Work.', ...flags)).toMatchObject({ status: 0, stderr: '' });
  rmSync(node);
  server.restart([calls(['mcp__f__echo', {}]), words('Done.')]);
  const run = await runPrint(place, 'Work.', ...flags);
  expect(run).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(
      /^sluice: The MCP server "f" can't be used\. .*There is no file ".*node" \(looked up from .*\)\. To try it again, run: sluice mcp get f --mcp-config '…'\n$/,
    ),
  });
});

describe('sluice -p --permission-prompt-tool', () => {
  const asked = ['--mcp-config', JSON.stringify({ mcpServers: { f: faultEntry({}) } })];

  it('lets the tool of a server decide what rules do not', async () => {
    await using server = await startModelServer([
      calls(
        ['Bash', { command: 'echo yes' }],
        ['Bash', { command: 'echo no' }],
        ['Bash', { command: 'echo odd' }],
        ['Bash', { command: 'echo denied' }],
      ),
      words('Done.'),
    ]);
    const place = printPlace(server);
    const rules = ['--ask', 'Bash', '--disallowedTools', 'Bash(echo denied)'];
    const args = [...asked, '--permission-prompt-tool', 'mcp__f__decide', ...rules, ...STREAM];
    const run = await runPrint(place, 'Work.', ...args);
    const messages = parseLines(run.stdout);
    const results = messages.flatMap(({ type, message }) =>
      type === 'user' && isJsonObject(message) && Array.isArray(message['content']) ? message['content'] : [],
    );
    expect(results).toMatchObject([
      { is_error: false, content: expect.stringContaining('changed') },
      { is_error: true, content: expect.stringContaining('not that one') },
      { is_error: true, content: expect.stringContaining('an invalid answer') },
      { is_error: true, content: expect.stringContaining('Bash(echo denied)') },
    ]);
  });

  it('asks a server again that did not have that tool in an earlier session', async () => {
    await using server = await startModelServer([words('Done.'), words('Done.')]);
    const place = printPlace(server);
    const faults = join(place.cwd, 'faults.json');
    const { command, args } = faultEntry({});
    const [script] = Array.isArray(args) ? args : [];
    const line = `exec ${JSON.stringify(command)} ${JSON.stringify(script)} "$(cat '${faults}')"`;
    const config = JSON.stringify({ mcpServers: { f: { command: '/bin/sh', args: ['-c', line] } } });
    const run = (...more: readonly string[]) => runPrint(place, 'Work.', '--mcp-config', config, ...more);
    writeFileSync(faults, '{}');
    expect(await run()).toMatchObject({ status: 0 });
    writeFileSync(faults, JSON.stringify({ hasMore: true }));
    expect(await run('--permission-prompt-tool', 'mcp__f__meta')).toMatchObject({ status: 0, stderr: '' });
  });

  it('does not start without that tool', async () => {
    await using server = await startModelServer([]);
    const run = await runPrint(
      printPlace(server),
      'Work.',
      ...asked,
      '--permission-prompt-tool',
      'mcp__f__nothing',
    );
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /mcp__f__nothing: no MCP server has this tool\. The MCP servers are f \(connected\)\./,
    );
  });
});

describe('what a server asks of a client of sluice -p', () => {
  it('is answered by the client', async () => {
    const params = {
      message: 'Who?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    };
    await using server = await startModelServer([calls(['mcp__f__ask', params]), words('Done.')]);
    const config = JSON.stringify({ mcpServers: { f: faultEntry({}) } });
    const flags = [
      ...BOTH_WAYS,
      '--permission-prompts',
      'stdio',
      '--mcp-config',
      config,
      '--allowedTools',
      'mcp__f',
    ];
    const talk = talkTo(startPrint(printPlace(server), ...flags));
    talk.prompt('Work.');
    const request = await talk.next({ type: 'control_request' });
    expect(request['request']).toEqual({
      subtype: 'elicitation',
      mcp_server_name: 'f',
      message: 'Who?',
      mode: 'form',
      // What a person may be shown: nothing is hidden in it.
      display: expect.stringMatching(/^message: Who\?\n.*name/),
      warnings: [],
      requested_schema: params.requestedSchema,
    });
    talk.answer(request, { action: 'accept', content: { name: 'Ada' } });
    const result = await talk.next({ type: 'user' });
    const { content } = isJsonObject(result['message']) ? result['message'] : {};
    const answer = JSON.stringify({ action: 'accept', content: { name: 'Ada' } });
    expect(content).toMatchObject([{ content: [{ type: 'text', text: answer }] }]);
    expect(await talk.end()).toBe(0);
  });

  it.each([
    ['allow', 'accept', 'ask', '"text":"Blue."', 3],
    ['deny', 'accept', 'ask', 'The user did not allow', 2],
    ['allow', 'decline', 'ask', 'The user did not allow', 2],
    ['allow', 'accept', undefined, '-32601', 2],
  ] as const)(
    'and asks the model only if the client agrees: %s, %s (sampling: %s)',
    async (answer, action, sampling, reply, requests) => {
      const params = {
        systemPrompt: 'Be brief.',
        messages: [{ role: 'user', content: { type: 'text', text: 'Sky?' } }],
        maxTokens: 50,
      };
      const isAsked = requests === 3;
      const script = [
        calls(['mcp__f__sample', params]),
        ...(isAsked ? [words('Blue.')] : []),
        words('Done.'),
      ];
      await using server = await startModelServer(script);
      const config = JSON.stringify({ mcpServers: { f: { ...faultEntry({}), sampling } } });
      const flags = [...BOTH_WAYS, '--permission-prompts', 'stdio', '--mcp-config', config];
      const talk = talkTo(startPrint(printPlace(server), ...flags, '--allowedTools', 'mcp__f'));
      talk.prompt('Work.');
      if (sampling !== undefined) {
        const request = await talk.next({ type: 'control_request' });
        expect(request['request']).toMatchObject({
          subtype: 'elicitation',
          message:
            'It asks your model to answer this, and will get the answer:\n\nsystem: Be brief.\n\nuser: Sky?',
        });
        expect(server.requests).toHaveLength(1);
        talk.answer(request, { action, ...(action === 'accept' && { content: { answer } }) });
      }
      const result = await talk.next({ type: 'user' });
      expect(JSON.stringify(result['message']).replaceAll('\\', '')).toContain(reply);
      expect(await talk.end()).toBe(0);
      expect(server.requests).toHaveLength(requests);
      const { body } = server.requests[1] ?? {};
      if (isAsked)
        expect(body).toMatchObject({ max_tokens: 50, messages: [{ content: [{ text: 'Sky?' }] }] });
      if (isAsked) expect(body).not.toHaveProperty('tools');
    },
  );

  it('and the states of servers are told on request', async () => {
    await using server = await startModelServer([]);
    const config = JSON.stringify({
      mcpServers: { f: faultEntry({ start: 'exits' }), g: { command: 'x', disabled: true } },
    });
    const talk = talkTo(startPrint(printPlace(server), ...BOTH_WAYS, '--mcp-config', config));
    talk.say({ type: 'control_request', request_id: 'r', request: { subtype: 'mcp_status' } });
    expect(await talk.next({ type: 'control_response' })).toMatchObject({
      response: {
        response: {
          mcpServers: [
            { name: 'f', status: 'failed', error: expect.stringContaining('no key') },
            { name: 'g', status: 'disabled' },
          ],
        },
      },
    });
    expect(await talk.end()).toBe(0);
  });
});

describe('sluice exec with an MCP server', () => {
  it('waits for it, and ends it', async () => {
    const cwd = scratch();
    const home = scratch();
    writeFileSync(join(cwd, 'servers.json'), JSON.stringify({ mcpServers: { everything: entry } }));
    const args = ['exec', '--mcp-config', 'servers.json', '--allow', 'mcp__everything__echo', '--cwd', cwd];
    const run = await runCli(args, toolUse('a', 'mcp__everything__echo', { message: 'hi' }), {
      env: { HOME: home, SLUICE_STATE_DIR: join(home, 'state') },
    });
    expect(linesOf(run.stdout, 'tool_result')).toMatchObject([
      { tool_use_id: 'a', is_error: false, content: [{ text: 'Echo: hi' }] },
    ]);
  });

  it.each([
    ['nowhere.json', /--mcp-config|nowhere\.json/],
    ['{"servers": {}}', /has no "mcpServers"/],
    ['{"mcpServers": ', /is not JSON/],
  ])('refuses --mcp-config %s', async (config, message) => {
    const cwd = scratch();
    const run = await runCli(['exec', '--mcp-config', config, '--cwd', cwd], '', {
      env: { HOME: scratch() },
    });
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(message);
  });
});

describe('sluice mcp', () => {
  it('adds, shows, lists and removes servers in each scope', async () => {
    const [cwd, home] = [scratch(), scratch()];
    mkdirSync(join(cwd, '.git'));
    const mcp = (...args: readonly string[]) =>
      runCli(['mcp', ...args, '--cwd', cwd], '', {
        env: { HOME: home, SLUICE_STATE_DIR: join(home, 'state') },
      });
    const before = (...args: readonly string[]) =>
      runCli(['mcp', args[0] ?? '', '--cwd', cwd, ...args.slice(1)], '', { env: { HOME: home } });
    expect((await mcp('list')).stdout).toMatch(/^There are no MCP servers here\. Add one: /);
    const command = ['--', process.execPath, everything];
    expect(await before('add', 'mine', '--env', 'TOKEN=secret', ...command)).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(await before('add', 'all', '--scope', 'user', ...command)).toMatchObject({ status: 0 });
    expect(await before('add', 'ours', '--scope', 'project', '-e', 'TOKEN=a', ...command)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("To keep it out of the repository, write '${TOKEN}' there"),
    });
    expect(await mcp('add-json', 'off', '{"command":"false","disabled":true}')).toMatchObject({ status: 0 });
    expect(await mcp('add', 'far', '--transport', 'http', 'https://example.com/mcp')).toMatchObject({
      status: 0,
    });
    expect(await mcp('add-json', 'broken', '{"command":"no-such-program-at-all"}')).toMatchObject({
      status: 0,
    });
    expect(JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8'))).toEqual({
      mcpServers: {
        ours: { type: 'stdio', command: process.execPath, args: [everything], env: { TOKEN: 'a' } },
      },
    });

    const listed = await mcp('list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({
      servers: [
        { name: 'all', scope: 'user', state: 'connected' },
        {
          name: 'broken',
          state: 'failed',
          reason: expect.stringContaining('"no-such-program-at-all" is not on the PATH.'),
        },
        { name: 'far', scope: 'local', state: 'failed' },
        { name: 'mine', scope: 'local', state: 'connected' },
        { name: 'off', state: 'disabled' },
        // Whoever adds a server to the project has seen what it is.
        { name: 'ours', scope: 'project', state: 'connected' },
      ],
    });
    expect(await before('add', 'mine', '--', 'other')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /already has a server "mine"\..*: sluice mcp remove mine --scope local\n$/,
      ),
    });
    expect(await mcp('add', 'in', '--transport', 'http', 'https://ada:hunter2@example.com/')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/"url" has a user name or a password.*--header "Authorization: Basic/),
    });
    const details = await mcp('get', 'mine');
    expect(details.stdout).toContain('variables: TOKEN\n');
    expect(details.stdout + listed.stdout).not.toContain('secret');

    for (const name of ['mine', 'all', 'ours', 'off', 'far', 'broken'])
      expect(await mcp('remove', name)).toMatchObject({ status: 0, stderr: '' });
    expect(await mcp('remove', 'mine')).toMatchObject({ status: 1 });
    for (const scope of ['user', 'local']) await before('add', 'two', '--scope', scope, ...command);
    expect((await mcp('remove', 'two')).stdout).toMatch(
      /^Removed two \(local\) from .*\n.* remains: user, in /,
    );
    expect((await mcp('remove', 'two', '--scope', 'local')).stderr).toMatch(
      / two is not in the scope local, but in user \(/,
    );
    expect((await mcp('remove', 'two')).stdout).toMatch(/^Removed two \(user\) from [^\n]*\n$/);
    expect((await mcp('list')).stdout).toMatch(/^There are no MCP servers here/);
    writeFileSync(join(home, '.sluice/mcp.json'), '{"mcpServers": []}');
    expect((await mcp('add', 'all', '--scope', 'user', ...command)).stderr).toMatch(
      /"mcpServers" is not an object: write "mcpServers": \{\}/,
    );
  });

  it('refuses a server beside one that rules could not tell from it', async () => {
    const [cwd, home] = [scratch(), scratch()];
    mkdirSync(join(home, '.sluice'));
    const file = join(home, '.sluice/mcp.json');
    const mcpServers = { 'my.server': { command: 'x' }, 'off.one': { command: 'x', disabled: true } };
    writeFileSync(file, JSON.stringify({ mcpServers }));
    mkdirSync(join(home, '.cursor'));
    const offered = {
      'my:server': { command: 'y' },
      'an.other': { command: 'y' },
      an_other: { command: 'z' },
    };
    writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: offered }));
    const mcp = (...args: readonly string[]) => runCli(['mcp', ...args], '', { cwd, env: { HOME: home } });
    const same = (other: string, prefix: string): string =>
      `Its tools would have the same names as those of "${other}" of ${file} (${prefix}__…). Choose another name, or remove the other one: sluice mcp remove ${other} --scope`;
    for (const args of [
      ['add', 'my_server', '--', 'y'],
      ['add-json', 'my_server', '{"command":"y"}'],
    ])
      expect(await mcp(...args)).toEqual({
        status: 1,
        stdout: '',
        stderr: `sluice mcp ${args[0]}: Nothing was added. ${same('my.server', 'mcp__my_server')} user\n`,
      });
    expect(await mcp('add', 'off_one', '--', 'y')).toMatchObject({ status: 0 });
    const imported = await mcp('import', '--all');
    expect(imported.status).toBe(1);
    expect(imported.stderr).toContain(`"my:server" was not imported: ${same('my.server', 'mcp__my_server')}`);
    expect(imported.stderr).toContain(`"an_other" was not imported: ${same('an.other', 'mcp__an_other')}`);
    expect(imported.stdout).toContain('Imported an.other (local)');
  });

  it('shows all of an entry of the project wherever a person decides about it', async () => {
    const [cwd, home] = [scratch(), scratch()];
    mkdirSync(join(cwd, '.git'));
    const url = 'https://mcp.example.com/';
    const hidden = {
      env: { PATH: './bin' },
      cwd: './sub',
      headersHelper: './helper',
      headers: { A: 'b' },
      url,
    };
    project({ cwd }, { memory: { command: 'npx', args: ['server-memory'], ...hidden } });
    const mcp = (...args: readonly string[]) => runCli(['mcp', ...args], '', { cwd, env: { HOME: home } });
    for (const args of [['list'], ['get', 'memory'], ['list', '--json'], ['approve', 'memory']]) {
      const shown = (await mcp(...args)).stdout.replaceAll(/\s/g, '');
      for (const [key, value] of Object.entries(hidden))
        expect(shown, `${key} in ${args.join(' ')}`).toContain(`"${key}":${JSON.stringify(value)}`);
    }
    // What was approved has changed: the same again.
    project({ cwd }, { memory: { command: 'npx', env: { PATH: './other' } } });
    expect((await mcp('list')).stdout).toContain('  "env": {"PATH":"./other"}\n');
    project({ cwd }, { memory: { type: 'ws', url } });
    expect((await mcp('approve', '--all')).stdout).toContain(
      `Approved memory. It can't start yet: The type "ws" is not supported`,
    );
  });

  it.each([
    [['add'], /pass the server's name/],
    [
      ['add', 'x', 'https://ada:hunter2@example.com/mcp'],
      /: https:\/\/ada:\[redacted\]@example\.com\/mcp is an address: add/,
    ],
    [
      ['add', 'x', '--transport', 'http', 'ftp://ada:hunter2@example.com'],
      /got "ftp:\/\/ada:\[redacted\]@example/,
    ],
    [['add', 'a__b', '--', 'y'], /"a__b" can't be used: it has "__".*to "a_b"/],
    [['add-json', 'a_', '{"command":"y"}'], /"a_" can't be used: it ends in "_"/],
    [['add', 'x'], /pass the command/],
    [['add', 'x', '-y', 'pkg'], /Put the command of the server after --/],
    [['add', 'x', 'https://example.com/mcp'], /add --transport http/],
    [['add', 'x', '--scope', 'all', '--', 'y'], /--scope/],
    [['add-json', 'x', 'no json'], /not a JSON object/],
    [['add-json', 'x', '{}'], /Nothing was added\. It has no "command" and no "url"/],
    [['add-json', 'x', '{"command":5}'], /Nothing was added\. "command" must be a text/],
    [
      ['add', 'x', '-t', 'http', 'ftp://a/b'],
      /Nothing was added\. "url" must be an address that starts with http/,
    ],
    [['add', 'x'], /^(?!.*sluice mcp serve)/s],
    [['remove', 'x'], /there is no MCP server "x"/],
    [['approve', 'x'], /there is no MCP server "x"/],
    [['approve', '__proto__'], /The name "__proto__" can't be used/],
    [['approve'], /pass names of servers, or --all/],
    [['lst'], /did you mean list/],
  ])('%j says what is wrong', async (args, message) => {
    const run = await runCli(['mcp', ...args], '', { cwd: scratch(), env: { HOME: scratch() } });
    expect(run.status).not.toBe(0);
    expect(run.stderr).toMatch(message);
  });
});

it('sluice mcp login opens the page of the server by its program alone, and is done when the browser comes back', async () => {
  await using remote = await startRemoteServer();
  remote.switches.tokens = new Set();
  const home = scratch();
  mkdirSync(join(home, '.sluice'));
  const tracker = { type: 'http', url: remote.url };
  const servers = { tracker, keyed: { ...tracker, headers: { authorization: 'Bearer wrong' } } };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
  // It notes what it is given, and does what a browser would.
  const visit = `fetch(process.argv[1])`;
  const browser = `#!/bin/sh\nprintf '%s\\n' "$#" "$1" >'${home}/given'\nexec '${process.execPath}' -e '${visit}' "$1"\n`;
  writeFileSync(join(home, 'xdg-open'), browser, { mode: 0o755 });
  const PATH = `${home}:${process.env['PATH']}`;
  const env = { HOME: home, SLUICE_STATE_DIR: join(home, 'state'), DISPLAY: ':9', PATH };
  const run = await runCli(['mcp', 'login', 'tracker'], '', { cwd: scratch(), env });
  expect(run).toMatchObject({ status: 0, stderr: expect.stringContaining(new URL(remote.url).host) });
  const [count, page = ''] = readFileSync(join(home, 'given'), 'utf8').split('\n');
  expect([count, new URL(page).origin]).toEqual(['1', new URL(remote.url).origin]);
  const keyed = await runCli(['mcp', 'login', 'keyed'], '', { cwd: scratch(), env });
  expect(keyed).toMatchObject({ status: 1, stderr: expect.stringContaining('Correct that header') });
});

it('sluice mcp login says that a server needs no login, and asks no authorization server', async () => {
  await using remote = await startRemoteServer();
  remote.switches.hidesMetadata = true;
  const home = scratch();
  mkdirSync(join(home, '.sluice'));
  const servers = {
    open: { type: 'http', url: remote.url },
    older: { type: 'sse', url: remote.url.replace('/mcp', '/sse') },
  };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
  const place = { cwd: scratch(), env: { HOME: home, SLUICE_STATE_DIR: join(home, 'state') } };
  for (const name of ['open', 'older']) {
    const stderr = `sluice mcp login: ${name} needs no login: it answers without one.\n`;
    expect(await runCli(['mcp', 'login', name], '', place)).toEqual({ status: 0, stdout: '', stderr });
  }
  expect([remote.registered, remote.clients]).toEqual([[], []]);
});

it.each([
  ['a rule for the whole server', ['mcp__f'], /: the deny rule mcp__f \(.*\) applies to all of them\./],
  ['a rule for each tool', ['mcp__f__echo', 'mcp__f__exit'], /: each is denied by a rule, such as the deny /],
  ['a rule for one of two', ['mcp__f__echo'], undefined],
])('sluice mcp says that models get no tool of a server: %s', async (_title, deny, says) => {
  const [cwd, home] = [scratch(), scratch()];
  mkdirSync(join(home, '.sluice'));
  const servers = { f: { ...faultEntry({}), tools: { include: ['echo', 'exit'] } } };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
  writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify({ permissions: { deny } }));
  for (const args of [['list'], ['get', 'f'], ['tools']]) {
    const run = await runCli(['mcp', ...args], '', { cwd, env: { HOME: home } });
    const text = run.stdout + run.stderr;
    if (says === undefined) expect(text).not.toContain('Models get none');
    else expect(text).toMatch(new RegExp(`Models get none of its tools${says.source}`));
  }
});

it.each([
  [{ list: 'none' }, 'The answer to tools/list has no list "tools".'],
  [{ list: 'throws' }, 'tools/list failed: no list'],
  // What it wrote has lines of its own.
  [
    { start: 'exits' },
    'The server exited with code 1. Its last output:\nsluice mcp tools: bad configuration: no key\n',
  ],
] as const)('sluice mcp tools fails if the server does not list its tools: %j', async (faults, reason) => {
  const configs = ['--mcp-config', JSON.stringify({ mcpServers: { f: faultEntry(faults) } })];
  const run = await runCli(['mcp', 'tools', 'f', ...configs], '', { cwd: scratch() });
  expect(run).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(`"f": ${reason}`) });
});

it('sluice mcp login --no-browser shows a code for another device, and the server is then there', async () => {
  await using remote = await startRemoteServer();
  const page = 'https://tracker.example/device';
  const device = { page, answers: ['authorization_pending'], interval: 0.01 };
  Object.assign(remote.switches, { tokens: new Set(), device });
  const home = scratch();
  mkdirSync(join(home, '.sluice'));
  const servers = { tracker: { type: 'http', url: remote.url } };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
  const place = { cwd: scratch(), env: { HOME: home, SLUICE_STATE_DIR: join(home, 'state') } };
  const run = await runCli(['mcp', 'login', 'tracker', '--no-browser'], '', place);
  expect(run).toMatchObject({ status: 0, stdout: '' });
  expect(run.stderr).toContain(
    `Log in to tracker on any device: open this page, and enter the code WDJB-MJHT\n\n  ${page}\n`,
  );
  expect((await runCli(['mcp', 'list'], '', place)).stdout).toContain('tracker  connected, 1 tool');
  expect((await runCli(['mcp', 'remove', 'tracker'], '', place)).stdout).toMatch(
    /^Removed tracker \(user\) and its login from /,
  );
});

it.each([
  ['deferred', {}, {}, false],
  ['loaded by its entry', { alwaysLoad: true }, {}, true],
  ['loaded by the environment', {}, { ENABLE_TOOL_SEARCH: 'false' }, true],
] as const)(
  'many definitions of a server are reported, at the start if they are not deferred: %s',
  async (_title, more, variables, isTold) => {
    await using server = await startModelServer([words('Done.')]);
    const place = printPlace(server);
    const env = { ...place.env, ...variables };
    const servers = { big: { ...faultEntry({ list: 'large' }), ...more }, small: faultEntry({}) };
    const config = JSON.stringify({ mcpServers: servers });
    const what =
      'The definitions of its tools take about 13,000 tokens, more than 10,000. To use fewer tools, set "tools": {"include": […]} in its entry.';
    const run = await runPrint({ ...place, env }, 'Work.', '--mcp-config', config);
    expect(run).toMatchObject({
      status: 0,
      stderr: isTold ? `sluice: The MCP server "big" is large, and is in every request. ${what}\n` : '',
    });
    const listed = await runCli(['mcp', 'list', '--mcp-config', config], '', { cwd: place.cwd, env });
    expect(listed.stdout.split(what)).toHaveLength(2);
  },
);

it('mcp.credentialCommand logs in for sessions and for sluice mcp, and only as the user sets it', async () => {
  await using remote = await startRemoteServer();
  await using server = await startModelServer([calls(['mcp__tracker__count', {}]), words('Done.')]);
  remote.switches.tokens = new Set(['kept']);
  const place = printPlace(server);
  const { cwd, env } = place;
  const home = String(env['HOME']);
  mkdirSync(join(home, '.sluice'), { recursive: true });
  const servers = { tracker: { type: 'http', url: remote.url } };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
  const settings = (directory: string, credentialCommand: string): void => {
    mkdirSync(join(directory, '.sluice'), { recursive: true });
    writeFileSync(join(directory, '.sluice/settings.json'), JSON.stringify({ mcp: { credentialCommand } }));
  };
  settings(cwd, `touch ${join(cwd, 'ran')}; echo kept`);
  const list = () => runCli(['mcp', 'list'], '', { cwd, env });
  expect((await list()).stdout).toContain('tracker  needs a login');
  expect(existsSync(join(cwd, 'ran'))).toBe(false);
  settings(home, 'test "$SLUICE_MCP_SERVER" = tracker && echo kept');
  expect((await list()).stdout).toContain('tracker  connected, 1 tool');
  const run = await runPrint(place, 'Count.', '--allowedTools', 'mcp__tracker');
  expect(run).toMatchObject({ status: 0, stdout: 'Done.\n' });
  expect(remote.calls).toEqual(['count']);
});

it('sluice doctor says of each server that does not connect what is wrong, and how to fix it', async () => {
  await using remote = await startRemoteServer();
  remote.switches.tokens = new Set();
  const [cwd, home] = [scratch(), scratch()];
  mkdirSync(join(home, '.sluice'));
  mkdirSync(join(cwd, '.git'));
  const bad: readonly (readonly [string, JsonObject, string])[] = [
    [
      'program',
      { command: 'no-such-program-at-all' },
      '"no-such-program-at-all" is not on the PATH. Install it, or give its whole path.',
    ],
    [
      'exits',
      faultEntry({ start: 'exits' }),
      'exited with code 1. Its last output: bad configuration: no key',
    ],
    ['refuses', faultEntry({ start: 'refuses' }), 'It refused the connection: go away'],
    [
      'variable',
      { command: 'x', args: ['${NO_SUCH_THING}'] },
      'The environment variable NO_SUCH_THING is not set',
    ],
    ['form', { command: 'x', args: ['${input:key}'] }, '${input:key} is not supported: write ${NAME}'],
    ['type', { type: 'ws', url: 'ws://x' }, 'The type "ws" is not supported: use stdio, http or sse.'],
    ['nothing', {}, 'It has no "command" and no "url": add the program'],
    [
      'away',
      { type: 'http', url: 'http://127.0.0.1:9/mcp' },
      'Port 9 can\'t be used for HTTP. Correct "url"',
    ],
    [
      'babble',
      { command: 'echo', args: ['hi there'] },
      'exited with code 0. It wrote "hi there" to its standard output, which is not',
    ],
    [
      'no-module',
      { command: process.execPath, args: ['/no/such/server.js'] },
      "Its last output: Error: Cannot find module '/no/such/server.js'",
    ],
    ['silent', { command: 'true' }, 'exited with code 0. To see what it does, run: true'],
    ['login', { type: 'http', url: remote.url }, 'It requires a login. Run: sluice mcp login login'],
    ['a__b', { command: 'x' }, 'it has "__"'],
  ];
  const servers = { good: faultEntry({}), ...Object.fromEntries(bad.map(([name, entry]) => [name, entry])) };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
  project({ cwd }, { pending: { command: 'x' } });
  const env = { HOME: home, SLUICE_STATE_DIR: join(home, 'state') };
  const run = await runCli(['doctor', '--cwd', cwd], '', { env });
  expect(run.stdout).toMatch(/MCP servers +1 of 15 connected; sluice mcp list shows each/);
  for (const [name, , reason] of [
    ...bad,
    ['pending', {}, 'To start it: sluice mcp approve pending'] as const,
  ]) {
    const line = run.stdout.split('\n').find((one) => one.trim().startsWith(`${name}: `));
    expect(line).toContain(reason);
  }
});

it.each([['list'], ['get', 's'], ['tools'], ['confirm', 's'], ['doctor'], ['tools list --mcp']])(
  'sluice mcp %s %s starts no server if the settings can not be read',
  async (command, ...names) => {
    const [cwd, home] = [scratch(), scratch()];
    const mark = join(cwd, 'started');
    mkdirSync(join(home, '.sluice'));
    writeFileSync(
      join(home, '.sluice/mcp.json'),
      JSON.stringify({ mcpServers: { s: { command: 'touch', args: [mark] } } }),
    );
    writeFileSync(join(home, '.sluice/settings.json'), '{"deniedMcpServers": [');
    const env = { HOME: home, SLUICE_STATE_DIR: join(home, 'state') };
    const args = ['doctor', 'tools list --mcp'].includes(command)
      ? command.split(' ')
      : ['mcp', command, ...names];
    const run = await runCli(args, '', { cwd, env });
    expect(run.status).not.toBe(0);
    expect(run.stdout + run.stderr).toContain("Sluice can't tell what this file allows and denies");
    expect(existsSync(mark)).toBe(false);
  },
);

it('a server is reached behind many that never answer, each of which says so', async () => {
  const [cwd, home] = [scratch(), scratch()];
  const silent = { command: process.execPath, args: ['-e', 'console.error("busy"); process.stdin.resume()'] };
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const servers = { ...Object.fromEntries(names.map((name) => [name, silent])), z: faultEntry({}) };
  mkdirSync(join(home, '.sluice'));
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
  const env = { HOME: home, SLUICE_STATE_DIR: join(home, 'state'), MCP_TIMEOUT: '2500' };
  const { stdout } = await runCli(['mcp', 'list'], '', { cwd, env });
  expect(stdout).toMatch(/^z {2}connected/m);
  expect(
    stdout.match(/did not respond within 2\.5 s.*MCP_TIMEOUT.*Its last output:\n {2}busy/g),
  ).toHaveLength(names.length);
});

it('sluice tools list has the tools of servers on request, each with its schema', async () => {
  const config = JSON.stringify({ mcpServers: { everything: entry } });
  const env = { HOME: scratch() };
  const run = await runCli(['tools', 'list', '--json', '--mcp-config', config, '--cwd', scratch()], '', {
    env,
  });
  expect(run.status).toBe(0);
  // Nothing about the server.
  expect(run.stderr).toMatch(/^sluice tools list: WebSearch is left out\. .*\n$/);
  const tools: unknown = JSON.parse(run.stdout);
  expect(tools).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Bash' }),
      expect.objectContaining({
        name: 'mcp__everything__get-sum',
        input_schema: expect.objectContaining({ type: 'object', required: ['a', 'b'] }),
      }),
    ]),
  );
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, ERAS, PROGRAM, type Era } from './support/connect.ts';
import { post } from './support/raw-client.ts';
import { scratch } from './support/scratch.ts';
import { isAlive, linesOfFile, until } from './support/until.ts';

interface Served {
  readonly url: string;
  readonly tokenFile: string;
  readonly token: string;
  readonly directory: string;
  connect(era: Era, token?: string): Promise<Client>;
}

async function serve(): Promise<Served> {
  const directory = scratch();
  const home = scratch();
  const args = ['mcp', 'serve', '--http', '0', '--cwd', directory, '--permission-mode', 'bypassPermissions'];
  const server = spawn(process.execPath, [...PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: home },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([143, null]);
  });
  let said = '';
  server.stderr.on('data', (chunk) => (said += String(chunk)));
  const [, url = '', tokenFile = ''] = await until(
    () => /listening at (\S+); clients send the bearer token of (\S+)\n/.exec(said) ?? undefined,
  );
  const token = readFileSync(tokenFile, 'utf8');
  return {
    url,
    tokenFile,
    token,
    directory,
    connect(era, given = token) {
      const requestInit = { headers: { authorization: `Bearer ${given}` } };
      return connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }), { era, name: era });
    },
  };
}

function call(client: Client, name: string, args: Record<string, unknown>, signal?: AbortSignal) {
  return client.callTool({ name, arguments: args }, { signal });
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

it('no call reads the token or a login, whatever the mode: they open what is not this session’s', async () => {
  const { connect, tokenFile, token } = await serve();
  const logins = join(stateOf(tokenFile), 'mcp-auth');
  mkdirSync(logins, { recursive: true });
  const login = join(logins, 'login.json');
  writeFileSync(login, token);
  const client = await connect('legacy');
  for (const [file, what] of [
    [tokenFile, 'the secrets of sluice mcp serve'],
    [login, 'logins for MCP servers'],
  ] as const)
    for (const [name, args] of [
      ['Read', { file_path: file }],
      ['Bash', { command: `cat ${file}` }],
      ['Bash', { command: `cp ${file} copy` }],
    ] as const) {
      const result = await call(client, name, args);
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain(token);
      expect(JSON.stringify(result)).toContain(what);
    }
});

/** The state directory that a session’s token is below. */
function stateOf(tokenFile: string): string {
  return tokenFile.slice(0, tokenFile.indexOf('/sluice/') + '/sluice'.length);
}

it('the command listens on loopback, keeps its token to this user, and lets no one else in', async () => {
  const { url, token, tokenFile } = await serve();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  const auth = { authorization: `Bearer ${token}` };
  const { port } = new URL(url);
  const rows = [
    ['no token', {}, 401],
    ['another token', { authorization: `Bearer ${'A'.repeat(token.length)}` }, 401],
    ['the token under another scheme', { authorization: `Basic ${token}` }, 401],
    ['Host: evil', { ...auth, host: 'evil.example' }, 403],
    ['Host: evil with our port', { ...auth, host: `evil.example:${port}` }, 403],
    ['an address as Host', { ...auth, host: '192.168.1.7' }, 403],
    ['Origin: evil', { ...auth, origin: 'http://evil.example' }, 403],
    ['Origin: null', { ...auth, origin: 'null' }, 403],
    ['an Origin of this machine', { ...auth, origin: 'http://localhost:8080' }, 400],
    ['Host: localhost', { ...auth, host: `localhost:${port}` }, 400],
    ['no session', auth, 400],
    ['an unknown session', { ...auth, 'mcp-session-id': 'x' }, 404],
  ] as const;
  const statuses = await Promise.all(rows.map(([, headers]) => post(url, PING, headers)));
  expect(rows.map(([name], index) => [name, statuses[index]?.status])).toEqual(
    rows.map(([name, , status]) => [name, status]),
  );
  // Refused before anything of it is parsed.
  expect((await post(url, '{'.repeat(100), { host: 'evil.example' })).status).toBe(403);
  expect((await post(url, '{', auth)).status).toBe(400);
  expect((await post(url, ' '.repeat(4 * 1024 * 1024 + 1), auth)).status).toBe(413);
  expect((await post(new URL('/', url).href, PING, auth)).status).toBe(404);
});

describe('two clients, one of each era', () => {
  it('each must read a file itself before it edits it, and no edit is lost', async () => {
    const served = await serve();
    const [one, two] = [await served.connect('legacy'), await served.connect('modern')];
    const file_path = join(served.directory, 'a.txt');
    writeFileSync(file_path, 'one: 0\ntwo: 0\n');
    await call(one, 'Read', { file_path });
    const write = { file_path, content: 'overwritten' };
    expect(await call(two, 'Write', write)).toMatchObject({ isError: true });
    expect(readFileSync(file_path, 'utf8')).toBe('one: 0\ntwo: 0\n');

    for (let round = 0; round < 3; round += 1) {
      const before = readFileSync(file_path, 'utf8');
      const edits = [
        { client: one, old_string: `one: ${round}`, new_string: `one: ${round + 1}` },
        { client: two, old_string: `two: ${round}`, new_string: `two: ${round + 1}` },
      ];
      await Promise.all(edits.map(({ client }) => call(client, 'Read', { file_path })));
      const done = await Promise.all(
        edits.map(({ client, ...edit }) => call(client, 'Edit', { file_path, ...edit })),
      );
      const made = edits.filter((_, index) => done[index]?.isError !== true);
      const expected = made.reduce(
        (text, { old_string, new_string }) => text.replace(old_string, new_string),
        before,
      );
      expect(made.length).toBeGreaterThan(0);
      expect(readFileSync(file_path, 'utf8')).toBe(expected);
      writeFileSync(file_path, `one: ${round + 1}\ntwo: ${round + 1}\n`);
    }
  });

  it('a long result is read by the client that has it, and by no other', async () => {
    const served = await serve();
    const [one, two] = [await served.connect('legacy'), await served.connect('modern')];
    for (const [mine, others] of [
      [one, two],
      [two, one],
    ] as const) {
      const { content } = await call(mine, 'Bash', { command: 'seq 20000' });
      const link = content.find((block) => block.type === 'resource_link');
      const uri = link?.uri ?? '';
      expect((await mine.readResource({ uri })).contents).toHaveLength(1);
      await expect(others.readResource({ uri })).rejects.toThrow();
      expect(JSON.stringify(await others.listResources())).not.toContain(uri);
    }
  });
});

it('two programs in one session that use the same id never get each other’s results', async () => {
  const { url, token, directory } = await serve();
  const auth = { authorization: `Bearer ${token}` };
  const info = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const send = (method: string, params: object, headers: Readonly<Record<string, string>>) =>
    post(url, JSON.stringify({ jsonrpc: '2.0', id: 5, method, params }), { ...auth, ...headers });
  const { headers } = await send('initialize', info, {});
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
  const run = (command: string) => send('tools/call', { name: 'Bash', arguments: { command } }, session);
  const one = run('touch begun; until [ -e gate ]; do sleep 0.1; done; echo one');
  await until(() => (existsSync(join(directory, 'begun')) ? true : undefined));
  expect(await run('echo two')).toMatchObject({
    status: 400,
    body: expect.stringContaining('same id is still open'),
  });
  writeFileSync(join(directory, 'gate'), '');
  expect((await one).body).toContain('"one"');
  expect((await run('echo two')).body).toContain('"two"');
});

it.each(ERAS)(
  'a client of the %s era that closes its stream ends its call and all that it started',
  async (era) => {
    const served = await serve();
    const client = await served.connect(era);
    const tree = 'setsid sh -c "echo \\$\\$ >> pids; exec sleep 1000" & echo $$ >> pids; wait';
    const running = call(client, 'Bash', { command: tree }).catch(() => 'ended');
    const pids = (await linesOfFile(join(served.directory, 'pids'), 2)).map(Number);
    await client.close();
    expect(await running).toBe('ended');
    await until(() => (pids.some(isAlive) ? undefined : true));
  },
);

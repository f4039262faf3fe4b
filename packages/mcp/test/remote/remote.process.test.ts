import { createVerify, generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request as ask, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import { createProcessSession } from '@sluice/process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { logIn, logOut, type LoggedIn, type LogInOptions } from '../../src/auth/index.ts';
import { loginFile } from '../../src/auth/login-store.ts';
import { machineLogin } from '../../src/auth/machine-login.ts';
import { accessTokens } from '../../src/auth/access-tokens.ts';
import type { RemoteServer as RemoteEntry } from '../../src/config/server-entry.ts';
import { openMcpServers, type McpScope, type McpServers } from '../../src/index.ts';
import { startRemoteServer, type RemoteServer } from './remote-server.ts';
import { takingPool } from '../client/support/taking-pool.ts';

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mcp-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** Connects to one server and waits until it is connected or has failed. */
async function connected(
  entry: Partial<RemoteEntry> & { url: string },
  directory = scratch(),
  env: Readonly<Record<string, string | undefined>> = process.env,
  more: {
    readonly credentialCommand?: string;
    readonly scope?: McpScope;
    readonly waitsForAll?: boolean;
    readonly credentials?: readonly string[];
  } = {},
) {
  const processes = createProcessSession();
  const connection = {
    kind: 'http',
    headers: {},
    headersHelper: undefined,
    oauth: undefined,
    ...entry,
  } as const;
  const servers = openMcpServers({
    servers: [
      {
        name: 'far',
        scope: more.scope ?? 'user',
        file: undefined,
        raw: {},
        hash: '',
        notices: [],
        start: {
          status: 'ready',
          entry: {
            connection,
            timeoutMs: undefined,
            alwaysLoad: false,
            isTrusted: false,
            protocol: undefined,
            tools: { include: undefined, exclude: [] },
          },
        },
      },
    ],
    pool: takingPool(() => {}),
    processes,
    cwd: directory,
    projectRoot: directory,
    env,
    credentials: new Set(more.credentials),
    stateDirectory: directory,
    credentialCommand: more.credentialCommand,
    validator: createAjvValidator(),
    isDeferred: false,
    waitsForAll: more.waitsForAll ?? true,
    clientInfo: { name: 'test', version: '1' },
    client: { asks: undefined, roots: () => [] },
  });
  onTestFinished(async () => {
    await servers[Symbol.asyncDispose]();
    await processes.dispose();
  });
  await servers.readyForFirstRequest();
  return servers;
}

const count = (servers: McpServers) =>
  servers.call({ server: 'far', tool: 'count', input: {}, signal: new AbortController().signal });

describe.each(['http', 'sse'] as const)('a server of the type %s', (kind) => {
  it('connects, lists and calls', async () => {
    await using remote = await startRemoteServer();
    const url = kind === 'http' ? remote.url : remote.url.replace('/mcp', '/sse');
    const servers = await connected({ kind, url, headers: { 'x-team': 'blue' } });
    expect(servers.status()).toMatchObject([{ state: 'connected', tools: ['mcp__far__count'] }]);
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.calls).toEqual(['count']);
  });
});

it('names the version and the session with each request, and ends the session', async () => {
  await using remote = await startRemoteServer();
  const servers = await connected({ url: remote.url, headers: { 'x-team': 'blue' } });
  await count(servers);
  await servers[Symbol.asyncDispose]();
  const [probe, first, ...later] = remote.seen;
  expect(probe).toMatchObject({ method: 'server/discover', headers: { 'x-team': 'blue' } });
  expect(first).toMatchObject({ method: 'initialize', headers: { 'x-team': 'blue' } });
  for (const { headers } of later)
    expect(headers).toMatchObject({
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': expect.any(String),
      'x-team': 'blue',
    });
  expect(remote.seen.at(-1)?.http).toBe('DELETE');
});

it('begins a session anew that the server has forgotten, and makes the call once', async () => {
  await using remote = await startRemoteServer();
  const servers = await connected({ url: remote.url });
  remote.switches.forgetsSession = true;
  expect(await count(servers)).toMatchObject({ status: 'result' });
  expect(remote.calls).toEqual(['count']);
  expect(remote.seen.filter(({ method }) => method === 'initialize')).toHaveLength(2);
});

it('says of a call that it was not sent if nothing answers any more', async () => {
  const remote = await startRemoteServer();
  const servers = await connected({ url: remote.url });
  await remote[Symbol.asyncDispose]();
  // It goes out on a connection that the server is about to close.
  expect(await count(servers)).toMatchObject({ status: 'lost' });
  expect(await count(servers)).toMatchObject({
    status: 'lost',
    isUnsent: true,
    reason: expect.stringContaining('the connection was refused'),
  });
});

it('sends nothing of its headers to another server that it is redirected to', async () => {
  await using remote = await startRemoteServer();
  await using other = await startRemoteServer();
  remote.switches.movedTo = other.url;
  const headers = { 'x-api-key': 'secret', authorization: 'Bearer secret' };
  const servers = await connected({ url: remote.url, headers });
  expect(servers.status()).toMatchObject([
    { state: 'failed', reason: expect.stringMatching(/ redirects to .*, which Sluice doesn't follow\./) },
  ]);
  expect(other.seen).toEqual([]);
});

it('passes on results without the credentials that the server was sent, whoever gave them', async () => {
  await using remote = await startRemoteServer();
  remote.switches.echoesHeaders = true;
  const directory = scratch();
  const token = join(directory, 'token');
  writeFileSync(token, JSON.stringify({ token: 'token-0123', headers: { 'x-auth-key': 'key-4567' } }));
  const headers = { 'x-api-key': 'secret-89ab', 'x-team': 'blue' };
  const more = { credentialCommand: `cat ${token}` };
  const servers = await connected({ url: remote.url, headers }, directory, process.env, more);
  const answer = JSON.stringify(await count(servers));
  for (const sent of ['authorization', 'x-auth-key', 'x-api-key'])
    expect(answer).toMatch(new RegExp(String.raw`"${sent}\\":\\"(?:Bearer )?\[redacted\]\\"`));
  expect(answer).toContain(String.raw`\"x-team\":\"blue\"`);
});

/** An HTTP proxy that knows one host: this server. */
async function startProxy(host: string, remote: Pick<RemoteServer, 'url'>) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    const url = new URL(request.url ?? '');
    if (url.host !== host) {
      response.writeHead(502).end();
      return;
    }
    const { port } = new URL(remote.url);
    const path = `${url.pathname}${url.search}`;
    const { method, headers } = request;
    const forwarded = ask({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return { seen, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

describe('a server behind a proxy', () => {
  it.each(['http', 'sse'] as const)(
    'of the type %s is reached through it, with its password',
    async (kind) => {
      await using remote = await startRemoteServer();
      const { seen, port } = await startProxy('mcp.test', remote);
      const env = { HTTP_PROXY: `http://ada:pass@127.0.0.1:${port}` };
      const url = `http://mcp.test/${kind === 'http' ? 'mcp' : 'sse'}`;
      const servers = await connected({ kind, url }, scratch(), env);
      expect(servers.status()).toMatchObject([{ state: 'connected' }]);
      expect(await count(servers)).toMatchObject({ status: 'result' });
      await servers[Symbol.asyncDispose]();
      const credentials = `Basic ${Buffer.from('ada:pass').toString('base64')}`;
      expect(seen.length).toBeGreaterThan(3);
      for (const line of seen)
        expect(line).toMatch(new RegExp(`^[A-Z]+ http://mcp\\.test/.* ${credentials}$`));
      if (kind === 'http') expect(seen.at(-1)).toMatch(/^DELETE /);
    },
  );

  it('that NO_PROXY names is reached without it', async () => {
    await using remote = await startRemoteServer();
    const { seen, port } = await startProxy('mcp.test', remote);
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'mcp.test' };
    const servers = await connected({ url: 'http://mcp.test/mcp' }, scratch(), env);
    expect(servers.status()).toMatchObject([{ state: 'failed' }]);
    expect(seen).toEqual([]);
  });

  it('that is not an HTTP proxy says so', async () => {
    const env = { ALL_PROXY: 'socks5://127.0.0.1:1' };
    const servers = await connected({ url: 'http://mcp.test/mcp' }, scratch(), env);
    expect(servers.status()).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('is a SOCKS proxy') },
    ]);
  });
});

it('says why an address can not be reached', async () => {
  const servers = await connected({ url: 'http://127.0.0.1:9/mcp' });
  expect(servers.status()).toMatchObject([
    { state: 'failed', reason: expect.stringContaining("Port 9 can't be used for HTTP.") },
  ]);
});

describe('headersHelper', () => {
  it.each([
    [`echo '{"x-key":"k1"}'`, 'connected', undefined],
    ['exit 3', 'failed', 'Its headersHelper failed: it exited with an error.'],
    ['echo no', 'failed', 'Its headersHelper failed: it did not print JSON.'],
    ['echo []', 'failed', 'Its headersHelper failed: it did not print a JSON object.'],
    [`head -c 70000 /dev/zero`, 'failed', 'Its headersHelper failed: it printed more than 64 KiB.'],
    [`echo '{"a":1}'`, 'failed', 'Its headersHelper failed: its value of "a" is not a string.'],
    [
      `printf %s '{"a":"secret\\nb: c"}'`,
      'failed',
      `Its headersHelper failed: its header "a" can't be the value of a header.`,
    ],
  ])('%s', async (headersHelper, state, reason) => {
    await using remote = await startRemoteServer();
    const servers = await connected({ url: remote.url, headersHelper });
    expect(servers.status()).toMatchObject([{ state, reason }]);
    if (state === 'connected') expect(remote.seen[0]?.headers).toMatchObject({ 'x-key': 'k1' });
  });

  it.each([
    ['project', '-'],
    ['plugin', '-'],
    ['user', 'plain-secret'],
  ] as const)('of the scope %s gets %s', async (scope, value) => {
    await using remote = await startRemoteServer();
    const headersHelper = `printf '{"x-key":"%s-%s"}' "$PLAIN" "$SECRET"`;
    const env = { ...process.env, PLAIN: 'plain', SECRET: 'secret' };
    const entry = { url: remote.url, headersHelper };
    await connected(entry, scratch(), env, { scope, credentials: ['SECRET'] });
    expect(remote.seen[0]?.headers).toMatchObject({ 'x-key': value });
  });
});

describe('mcp.credentialCommand', () => {
  /** A command that prints the content of a file, and counts its runs in another. */
  function printing(directory: string, text: string) {
    const [file, runs] = [join(directory, 'printed'), join(directory, 'runs')];
    writeFileSync(file, text);
    writeFileSync(runs, '');
    const credentialCommand = `echo "$SLUICE_MCP_SERVER $SLUICE_MCP_URL" >>${runs}; cat ${file}`;
    const print = (next: string): void => writeFileSync(file, next);
    return { credentialCommand, print, runs: () => readFileSync(runs, 'utf8').split('\n').slice(0, -1) };
  }

  it('gives the token, which is used until the server refuses it', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set(['one']);
    const directory = scratch();
    const { credentialCommand, print, runs } = printing(directory, 'one\n');
    const servers = await connected({ url: remote.url }, directory, process.env, { credentialCommand });
    expect(servers.status()).toMatchObject([{ state: 'connected' }]);
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(runs()).toEqual([`far ${remote.url}`]);
    remote.switches.tokens = new Set(['two']);
    print(JSON.stringify({ token: 'two', headers: { 'X-Team': 'blue' } }));
    const answers = await Promise.all([count(servers), count(servers), count(servers)]);
    expect(answers.map(({ status }) => status)).toEqual(['result', 'result', 'result']);
    expect(runs()).toHaveLength(2);
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.seen.at(-1)?.headers).toMatchObject({ authorization: 'Bearer two', 'x-team': 'blue' });
    expect(existsSync(join(directory, 'mcp-auth'))).toBe(false);
  });

  it('runs again after four fifths of the life of a token, and a failure then does no harm', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set(['one', 'two']);
    const directory = scratch();
    const { credentialCommand, print, runs } = printing(
      directory,
      JSON.stringify({ token: 'one', expiresIn: 3600 }),
    );
    const servers = await connected({ url: remote.url }, directory, process.env, { credentialCommand });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 0.79 * HOUR_MS });
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(runs()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 0.02 * HOUR_MS);
    print('{');
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.seen.at(-1)?.headers).toMatchObject({ authorization: 'Bearer one' });
    print(JSON.stringify({ token: 'two', expiresIn: 3600 }));
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.seen.at(-1)?.headers).toMatchObject({ authorization: 'Bearer two' });
    print('{');
    vi.setSystemTime(Date.now() + 2 * HOUR_MS);
    expect(await count(servers)).toMatchObject({
      status: 'lost',
      reason: expect.stringContaining('mcp.credentialCommand failed: it did not print valid JSON.'),
    });
  });

  it('is not asked again and again for what the server refuses', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set(['other']);
    const directory = scratch();
    const { credentialCommand, runs } = printing(directory, 'one');
    const servers = await connected({ url: remote.url }, directory, process.env, { credentialCommand });
    const reason = 'It requires a login. Correct what mcp.credentialCommand prints for it.';
    expect(servers.status()).toMatchObject([{ state: 'needs-auth', reason }]);
    expect(runs().length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['no credentials for it', 'true', 'user'],
    ['a server that a repository names', 'echo one', 'project'],
    ['a server that a plugin names', 'echo one', 'plugin'],
  ] as const)('leaves the login as it is: %s', async (_title, credentialCommand, scope) => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set(['one']);
    const directory = scratch();
    const more = { credentialCommand, scope };
    const servers = await connected({ url: remote.url }, directory, process.env, more);
    expect(servers.status()).toMatchObject([
      { state: 'needs-auth', reason: 'It requires a login. Run: sluice mcp login far' },
    ]);
    expect(remote.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  it.each([
    ['echo secret; exit 3', 'it exited with an error'],
    ['echo one two', 'it printed neither a token nor JSON'],
    ["echo '{'", 'it did not print valid JSON'],
    ["echo '{}'", 'its JSON has neither a "token" nor "headers"'],
    [`echo '{"token":""}'`, `its "token" can't be the value of a header`],
    [`echo '{"token":"a","expiresIn":"1h"}'`, 'its "expiresIn" is not a number of seconds above 0'],
    [`echo '{"headers":{"a b":"c"}}'`, '"a b" is not a header name'],
    [`echo '{"headers":{"a":1}}'`, `its header "a" can't be the value of a header`],
  ])('%s fails the server, with the reason', async (credentialCommand, problem) => {
    await using remote = await startRemoteServer();
    const servers = await connected({ url: remote.url }, scratch(), process.env, { credentialCommand });
    const fix = 'Run the command with SLUICE_MCP_SERVER and SLUICE_MCP_URL set to see what it prints.';
    const reason = `mcp.credentialCommand failed: ${problem}. ${fix}`;
    expect(servers.status()).toMatchObject([{ state: 'failed', reason }]);
    expect(remote.seen).toEqual([]);
  });
});

/** How long tokens live. */
const HOUR_MS = 60 * 60_000;

/** A person who logs in where they are sent to. */
async function login(
  remote: RemoteServer,
  directory: string,
  visit: (page: URL) => void = (page) => void fetch(page),
  pasted?: AsyncIterable<string>,
  more: Partial<Pick<LogInOptions, 'oauth' | 'env' | 'device' | 'onWrongPaste'>> = {},
): Promise<LoggedIn> {
  return logIn({
    directory: join(directory, 'mcp-auth'),
    url: remote.url,
    oauth: undefined,
    isOwn: true,
    env: {},
    visit,
    pasted,
    signal: new AbortController().signal,
    ...more,
  });
}

it.each([
  ['the next prompt', (servers: McpServers) => servers.retryFailed()],
  ['a call of a tool that it may have', (servers: McpServers) => void servers.arrival('mcp__far__count')],
])('a server that was down is tried again at %s, after a while', async (_title, retry) => {
  await using remote = await startRemoteServer();
  remote.switches.movedTo = 'http://localhost:1/';
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const servers = await connected({ url: remote.url });
  const stateAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    retry(servers);
    await servers.settled(60_000);
    return servers.status()[0]?.state;
  };
  const tries = remote.seen.length;
  expect(await stateAfter(4_999)).toBe('failed');
  expect(remote.seen).toHaveLength(tries);
  expect(await stateAfter(1)).toBe('failed');
  expect(remote.seen.length).toBeGreaterThan(tries);
  remote.switches.movedTo = undefined;
  expect(await stateAfter(5_000)).toBe('failed');
  expect(await stateAfter(5_000)).toBe('connected');
});

describe('a server that requires a login', () => {
  it('says so, and connects after the login, which no one else can read', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    const before = await connected({ url: remote.url }, directory);
    expect(before.status()).toMatchObject([
      { state: 'needs-auth', reason: 'It requires a login. Run: sluice mcp login far' },
    ]);
    const waiting = await connected({ url: remote.url }, directory);
    waiting.loginsChanged();
    expect(waiting.status()).toMatchObject([{ state: 'needs-auth' }]);
    expect(await login(remote, directory)).toEqual({ ok: true });
    const after = await connected({ url: remote.url }, directory);
    expect(after.status()).toMatchObject([{ state: 'connected' }]);
    waiting.loginsChanged();
    expect(await waiting.settled(60_000)).toEqual([]);
    expect(waiting.status()).toMatchObject([{ state: 'connected' }]);
    // A session that was there before connects at its next call.
    expect(await count(before)).toMatchObject({ status: 'result' });
    const [file = ''] = readdirSync(join(directory, 'mcp-auth'));
    expect(waiting.loginFiles()).toEqual([join(directory, 'mcp-auth', file)]);
    expect(statSync(join(directory, 'mcp-auth', file)).mode & 0o777).toBe(0o600);
  });

  it('is known to later sessions as it was to the same login, and to no other', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    const state = async () => {
      const servers = await connected({ url: remote.url }, directory, undefined, { waitsForAll: false });
      const [before] = servers.status();
      const answer = await count(servers);
      await servers[Symbol.asyncDispose]();
      return [before?.state, answer.status];
    };
    await login(remote, directory);
    expect(await state()).toEqual(['connected', 'result']);
    expect(await state()).toEqual(['cached', 'result']);
    // A renewed token is of the same login.
    remote.switches.tokens.clear();
    expect(await state()).toEqual(['cached', 'result']);
    expect(await state()).toEqual(['cached', 'result']);
    expect(remote.refreshes).toHaveLength(1);
    await login(remote, directory);
    expect(await state()).toEqual(['connected', 'result']);
    logOut(join(directory, 'mcp-auth'), remote.url, undefined);
    expect(await state()).toEqual(['needs-auth', 'closed']);
  });

  it('renews a token that is refused, once for all who use it', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    await login(remote, directory);
    const both = await Promise.all([
      connected({ url: remote.url }, directory),
      connected({ url: remote.url }, directory),
    ]);
    remote.switches.tokens.clear();
    const answers = await Promise.all([...both, ...both].map(count));
    expect(answers.map(({ status }) => status)).toEqual(['result', 'result', 'result', 'result']);
    expect(remote.refreshes).toHaveLength(1);
  });

  it('renews a token after four fifths of its life, before it is refused', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    await login(remote, directory);
    const servers = await connected({ url: remote.url }, directory);
    const refusedAtFirst = remote.seen.length;
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 0.79 * HOUR_MS });
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.refreshes).toHaveLength(0);
    vi.setSystemTime(Date.now() + 0.02 * HOUR_MS);
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.refreshes).toHaveLength(1);
    // No request was refused meanwhile.
    const posts = remote.seen.slice(refusedAtFirst).filter(({ http }) => http === 'POST');
    expect(posts.map(({ method }) => method)).toEqual(['tools/call', 'tools/call']);
  });

  it('asks for a login again when the token can not be renewed', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    await login(remote, directory);
    const servers = await connected({ url: remote.url }, directory);
    remote.switches.tokens.clear();
    remote.forgetRefreshTokens();
    const warn = vi.spyOn(console, 'warn');
    expect(await count(servers)).toMatchObject({
      status: 'closed',
      reason: 'It requires a login. Run: sluice mcp login far The call had no effects.',
    });
    expect(servers.status()).toMatchObject([{ state: 'needs-auth' }]);
    expect(warn).not.toHaveBeenCalled();
    expect(remote.calls).toEqual([]);
    warn.mockRestore();
  });

  it('keeps the login when the authorization server fails', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    await login(remote, directory);
    const servers = await connected({ url: remote.url }, directory);
    remote.switches.tokens.clear();
    remote.switches.tokenStatus = 503;
    expect(await count(servers)).toMatchObject({ status: 'lost' });
    remote.switches.tokenStatus = undefined;
    expect(await count(servers)).toMatchObject({ status: 'result' });
  });

  it('says that a call that it refuses had no effects', async () => {
    await using remote = await startRemoteServer();
    const servers = await connected({ url: remote.url });
    remote.switches.refusesCalls = 403;
    expect(await count(servers)).toMatchObject({
      status: 'lost',
      reason: expect.stringMatching(/ answered 403 Forbidden\b.* The call had no effects\.$/),
    });
  });

  it('wants more for a call than the login allows: the next login asks for that too, and is asked for once', async () => {
    await using remote = await startRemoteServer();
    Object.assign(remote.switches, { tokens: new Set(), callScope: 'write' });
    const directory = scratch();
    const oauth = { scopes: ['read'] };
    const logInAgain = () => login(remote, directory, undefined, undefined, { oauth });
    await logInAgain();
    const servers = await connected({ url: remote.url, oauth }, directory);
    expect(await count(servers)).toMatchObject({
      status: 'closed',
      reason: expect.stringMatching(
        /rejected the login.* Run: sluice mcp login far The call had no effects\.$/,
      ),
    });
    expect(servers.status()).toMatchObject([{ state: 'needs-auth' }]);
    await logInAgain();
    expect(remote.scopes).toEqual(['read', 'read write']);
    expect(await count(servers)).toMatchObject({ status: 'result' });
    // A server that is never content isn't asked again and again.
    remote.switches.callScope = 'everything';
    expect(await count(servers)).toMatchObject({ status: 'closed' });
    const asked = remote.seen.filter(({ method }) => method === 'tools/call');
    expect([asked.length, remote.calls.length, remote.refreshes.length]).toEqual([3, 1, 0]);
  });

  it('keeps a token that may be used once before it is used', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    await login(remote, directory);
    remote.switches.tokens.clear();
    const options = {
      directory: join(directory, 'mcp-auth'),
      url: remote.url,
      oauth: undefined,
      isOwn: true,
      env: {},
      fetch,
    };
    const [first, second] = [accessTokens(options), accessTokens(options)];
    const headers = { authorization: `Bearer ${await first.token()}` };
    const response = await first.fetch(remote.url, { method: 'POST', body: '{}', headers });
    await first.onUnauthorized?.({ response, serverUrl: new URL(remote.url), fetchFn: fetch });
    // A program that starts now has the new token.
    expect(remote.switches.tokens.has((await second.token()) ?? '')).toBe(true);
  });

  it('is asked twice, and no more, for a call that it refuses with every token', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const directory = scratch();
    await login(remote, directory);
    const servers = await connected({ url: remote.url }, directory);
    remote.switches.refusesAllTokens = true;
    const before = remote.seen.length;
    const answers = await Promise.all([count(servers), count(servers), count(servers), count(servers)]);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'closed', reason: expect.stringContaining('requires a login') });
    expect(servers.status()).toMatchObject([{ state: 'needs-auth' }]);
    expect(
      remote.seen.slice(before).filter(({ method }) => method === 'tools/call').length,
    ).toBeLessThanOrEqual(8);
    expect(remote.refreshes.length).toBeLessThanOrEqual(4);
    expect(remote.calls).toEqual([]);
  });

  const DOCUMENT = 'https://client.example/sluice.json';
  it.each([
    ['registers', 'dynamic', {}, undefined, undefined],
    ['is known by a document', 'documents', { clientMetadataUrl: DOCUMENT }, undefined, DOCUMENT],
    ['was registered before', 'none', { clientId: 'ours' }, undefined, 'ours'],
    ['was registered before, with a secret', 'none', { clientId: 'ours' }, 's3cret', 'ours'],
    ['was registered before, though it could register', 'dynamic', { clientId: 'ours' }, undefined, 'ours'],
  ] as const)('lets a client log in that %s', async (_title, registration, oauth, secret, id) => {
    await using remote = await startRemoteServer();
    Object.assign(remote.switches, { tokens: new Set(), registration, clientSecret: secret });
    const directory = scratch();
    const more = { oauth, env: { MCP_CLIENT_SECRET: secret } };
    const logInAgain = () => login(remote, directory, undefined, undefined, more);
    expect([await logInAgain(), await logInAgain()]).toEqual([{ ok: true }, { ok: true }]);
    expect(remote.registered).toHaveLength(id === undefined ? 2 : 0);
    if (id !== undefined) expect(new Set(remote.clients)).toEqual(new Set([id]));
    const env = { ...process.env, MCP_CLIENT_SECRET: secret };
    const servers = await connected({ url: remote.url, oauth }, directory, env);
    remote.switches.tokens = new Set();
    // The token is renewed as the same client.
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.refreshes).toHaveLength(1);
  });

  it('has a login for each client that an entry names', async () => {
    await using remote = await startRemoteServer();
    Object.assign(remote.switches, { tokens: new Set(), registration: 'none' });
    const directory = scratch();
    const state = async (oauth: JsonObject) =>
      (await connected({ url: remote.url, oauth }, directory)).status()[0]?.state;
    const [ours, theirs] = [{ clientId: 'ours' }, { clientId: 'theirs' }];
    await login(remote, directory, undefined, undefined, { oauth: ours });
    expect([await state(ours), await state(theirs), await state({})]).toEqual([
      'connected',
      'needs-auth',
      'needs-auth',
    ]);
    expect(remote.refreshes).toEqual([]);
    await login(remote, directory, undefined, undefined, { oauth: theirs });
    expect([await state(theirs), await state(ours)]).toEqual(['connected', 'connected']);
    const at = join(directory, 'mcp-auth');
    expect(logOut(at, remote.url, theirs)).toBe(true);
    expect([await state(theirs), await state(ours)]).toEqual(['needs-auth', 'connected']);
    // An older version kept the logins of all clients in one file.
    renameSync(loginFile(at, remote.url, 'ours'), loginFile(at, remote.url, undefined));
    expect([await state(ours), await state({}), await state(theirs)]).toEqual([
      'connected',
      'needs-auth',
      'needs-auth',
    ]);
    expect(logOut(at, remote.url, ours)).toBe(true);
    expect(await state(ours)).toBe('needs-auth');
  });

  /** A user at another device, and a clock that does not wait. */
  function deviceUser() {
    const [shown, pauses]: [string[], number[]] = [[], []];
    const device = {
      show: (page: URL, code: string) => void shown.push(`${page.href} ${code}`),
      pause: async (ms: number) => void pauses.push(ms),
    };
    return { shown, pauses, device };
  }
  const noPage = (page: URL): never => {
    throw new Error(`nobody is sent to ${page.href}`);
  };

  it.each([
    ['registers', {}, undefined],
    ['is registered already', { clientId: 'ours' }, 's3cret'],
  ] as const)('takes a code from another device, as a client that %s', async (_title, oauth, secret) => {
    await using remote = await startRemoteServer();
    const page = 'https://tracker.example/device';
    const answers = ['authorization_pending', 'slow_down', 'authorization_pending'];
    Object.assign(remote.switches, { tokens: new Set(), device: { page, answers }, clientSecret: secret });
    const { shown, pauses, device } = deviceUser();
    const directory = scratch();
    const env = { MCP_CLIENT_SECRET: secret };
    expect(await login(remote, directory, noPage, undefined, { oauth, env, device })).toEqual({ ok: true });
    expect([shown, pauses]).toEqual([[`${page} WDJB-MJHT`], [2_000, 2_000, 7_000, 7_000]]);
    expect(new Set(remote.clients).size).toBe(1);
    const servers = await connected({ url: remote.url, oauth }, directory, { ...process.env, ...env });
    remote.switches.tokens = new Set();
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.refreshes).toHaveLength(1);
  });

  it.each<[string, JsonObject | undefined, readonly string[] | undefined, string]>([
    ['nothing names one', undefined, undefined, ''],
    ['the metadata lists some', undefined, ['read', 'write'], 'read write offline_access'],
    ['the entry names some', { scopes: ['read'] }, ['read', 'write'], 'read offline_access'],
    ['the entry names one that lasts', { scopes: 'offline_access' }, ['read'], 'offline_access'],
  ])(
    'asks for the same scope in a browser and on another device: %s',
    async (_title, oauth, listed, scope) => {
      await using remote = await startRemoteServer();
      const page = 'https://tracker.example/device';
      Object.assign(remote.switches, { tokens: new Set(), listedScopes: listed });
      expect(await login(remote, scratch(), undefined, undefined, { oauth })).toEqual({ ok: true });
      Object.assign(remote.switches, { device: { page, answers: [] } });
      const { device } = deviceUser();
      expect(await login(remote, scratch(), noPage, undefined, { oauth, device })).toEqual({ ok: true });
      expect(remote.scopes).toEqual([scope, scope]);
    },
  );

  it.each([
    ['is refused', 'https://tracker.example/device', ['access_denied'], 'access_denied'],
    ['takes too long', 'https://tracker.example/device', ['expired_token'], 'expired_token'],
    ['leads elsewhere', 'javascript:alert(1)', [], 'Only https://'],
  ])('does not log a device in that %s', async (_title, page, answers, reason) => {
    await using remote = await startRemoteServer();
    Object.assign(remote.switches, { tokens: new Set(), device: { page, answers } });
    const { shown, device } = deviceUser();
    const result = await login(remote, scratch(), noPage, undefined, { device });
    expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) });
    expect(shown).toHaveLength(page.startsWith('https:') ? 1 : 0);
  });

  it('has its authorization server where the entry says, for renewals too', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    remote.switches.hidesMetadata = true;
    const directory = scratch();
    const at = (path: string) => ({ oauth: { authServerMetadataUrl: new URL(path, remote.url).href } });
    const wrong = await login(remote, directory, undefined, undefined, at('/nothing'));
    expect(wrong).toEqual({ ok: false, reason: expect.stringMatching(/authServerMetadataUrl.*HTTP 404/) });
    const there = at('/hidden/metadata');
    expect(await login(remote, directory, undefined, undefined, there)).toEqual({ ok: true });
    const servers = await connected({ url: remote.url, ...there }, directory);
    remote.switches.tokens = new Set();
    expect(await count(servers)).toMatchObject({ status: 'result' });
    expect(remote.refreshes).toHaveLength(1);
  });

  describe('and a program that logs in by itself', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const machine = async (more: JsonObject, env = {}) => {
      const remote = await startRemoteServer();
      onTestFinished(() => remote[Symbol.asyncDispose]());
      remote.switches.tokens = new Set();
      const directory = scratch();
      writeFileSync(join(directory, 'key.pem'), privateKey);
      writeFileSync(join(directory, 'assertion'), 'of.the.platform\n');
      const files = Object.fromEntries(
        Object.entries(more).map(([key, value]) => [
          key,
          typeof value === 'string' && key.endsWith('File') ? join(directory, value) : value,
        ]),
      );
      const issuer = new URL(remote.url).origin;
      const oauth = { grant: 'client_credentials', clientId: 'ci', issuer, ...files };
      const servers = await connected({ url: remote.url, oauth }, directory, { ...process.env, ...env });
      return { remote, servers, issuer, directory };
    };

    it.each([
      ['a secret', {}, { MCP_CLIENT_SECRET: 's3cret' }],
      ['a private key', { privateKeyFile: 'key.pem' }, {}],
      ['an assertion of its platform', { assertionFile: 'assertion' }, {}],
    ])('gets in with %s, again when its token has ended, and keeps nothing', async (what, more, env) => {
      const { remote, servers, directory } = await machine(more, env);
      expect(servers.status()).toMatchObject([{ state: 'connected' }]);
      remote.switches.tokens = new Set();
      writeFileSync(join(directory, 'assertion'), 'of.the.platform.later\n');
      expect(await count(servers)).toMatchObject({ status: 'result' });
      expect(existsSync(join(directory, 'mcp-auth'))).toBe(false);
      const sent = remote.machines.at(-1);
      expect(sent).toMatchObject({ resource: remote.url });
      if (what === 'a secret')
        expect(sent?.['authorization']).toBe(`Basic ${Buffer.from('ci:s3cret').toString('base64')}`);
      else if (what === 'an assertion of its platform')
        expect([remote.machines[0]?.['client_assertion'], sent?.['client_assertion']]).toEqual([
          'of.the.platform',
          'of.the.platform.later',
        ]);
      else {
        const [head = '', body = '', signature = ''] = sent?.['client_assertion']?.split('.') ?? [];
        const signed = createVerify('RSA-SHA256').update(`${head}.${body}`);
        expect(signed.verify(publicKey, signature, 'base64url')).toBe(true);
        expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({ iss: 'ci', sub: 'ci' });
      }
    });

    it.each<[string, JsonObject, RegExp]>([
      ['another issuer', { issuer: 'https://other.example' }, /./],
      ['no issuer', { issuer: '' }, /needs the "issuer"/],
      ['no client', { clientId: '' }, /needs a "clientId"/],
      ['no credentials', {}, /needs MCP_CLIENT_SECRET/],
      ['no such key', { privateKeyFile: 'none.pem' }, /no such file/],
      ['another grant', { grant: 'password' }, /"grant" must be "client_credentials"; got "password"/],
    ])('is stopped before it sends anything: %s', async (title, more, reason) => {
      const env =
        title === 'another issuer' ? { MCP_CLIENT_SECRET: 's3cret' } : { MCP_CLIENT_SECRET: undefined };
      const { remote, servers } = await machine(more, env);
      expect(servers.status()).toMatchObject([{ tools: [], reason: expect.stringMatching(reason) }]);
      expect(servers.status()[0]?.state).not.toBe('connected');
      expect(remote.machines).toEqual([]);
    });

    it('is only one of the user, never one of a repository', async () => {
      const oauth = { grant: 'client_credentials', clientId: 'ci', issuer: 'https://a.example' };
      expect(await machineLogin(oauth, { MCP_CLIENT_SECRET: 's3cret' }, false)).toEqual({
        ok: false,
        reason: expect.stringContaining('works only in your own configuration'),
      });
    });
  });

  it('says what to set when it takes no client that it does not know', async () => {
    await using remote = await startRemoteServer();
    Object.assign(remote.switches, { tokens: new Set(), registration: 'none' });
    expect(await login(remote, scratch())).toEqual({
      ok: false,
      reason: expect.stringContaining('"clientId"'),
    });
  });

  it('on another machine leads no login to an address of this one', async () => {
    const asked: string[] = [];
    const listen = async (answer: (path: string, response: ServerResponse) => void): Promise<string> => {
      const server = createServer((request, response) => answer(request.url ?? '', response));
      onTestFinished(() => void server.close());
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`;
    };
    const inner = await listen((path, response) => {
      asked.push(path);
      response.end('{}');
    });
    const url = await listen((_path, response) => {
      const hint = `Bearer resource_metadata="${inner}"`;
      response.writeHead(401, { 'www-authenticate': hint }).end();
    });
    const { seen, port } = await startProxy('mcp.test', { url });
    const said = await logIn({
      directory: join(scratch(), 'mcp-auth'),
      url: 'http://mcp.test/mcp',
      oauth: undefined,
      isOwn: true,
      env: { HTTP_PROXY: `http://127.0.0.1:${port}` },
      visit: noPage,
      signal: new AbortController().signal,
    });
    expect(said.ok).toBe(false);
    expect(seen.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  it('that nothing answers, or whose authorization server nothing answers, fails a login with the address', async () => {
    const reasonAt = async (url: string) => {
      const { signal } = new AbortController();
      const options = {
        directory: scratch(),
        url,
        oauth: undefined,
        isOwn: true,
        env: {},
        visit: () => {},
        signal,
      };
      return logIn(options);
    };
    // Ports that no program listens at by chance.
    const [down, authorization] = ['http://127.0.0.1:2', 'http://127.0.0.1:3'];
    expect(await reasonAt(`${down}/mcp?key=secret`)).toEqual({
      ok: false,
      reason: `Nothing is listening at ${down}/mcp: the connection was refused. Start the server, or correct "url" in its entry.`,
    });
    const server = createServer((request, response) => {
      request.resume();
      const { host } = request.headers;
      const resource = `http://${host}/mcp`;
      if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true)
        response.writeHead(200, { 'content-type': 'application/json' });
      else response.writeHead(401, { 'www-authenticate': 'Bearer' });
      response.end(JSON.stringify({ resource, authorization_servers: [authorization] }));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    expect(await reasonAt(`${origin}/mcp`)).toEqual({
      ok: false,
      reason: `Nothing is listening at ${authorization}/.well-known/oauth-authorization-server: the connection was refused. The MCP server at ${origin} names this address for logins.`,
    });
  });

  it('says so where nothing names an authorization server', async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(404).end();
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`;
    const { signal } = new AbortController();
    const options = {
      directory: scratch(),
      url,
      oauth: undefined,
      isOwn: true,
      env: {},
      visit: () => {},
      signal,
    };
    expect(await logIn(options)).toEqual({
      ok: false,
      reason: `No authorization server was found for ${url}. Check "url" in its entry, or set "authServerMetadataUrl" under "oauth" there. If the server takes a fixed key, it needs no login: add the key to the entry with --header "Authorization: Bearer …".`,
    });
  });

  it('takes the address that a person pastes from another machine', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const page = Promise.withResolvers<URL>();
    async function* pasted(): AsyncGenerator<string> {
      const { headers } = await fetch(await page.promise, { redirect: 'manual' });
      yield 'not an address';
      yield `  ${headers.get('location')}\n`;
    }
    expect(await login(remote, scratch(), page.resolve, pasted())).toEqual({ ok: true });
  });

  it.each([
    ['another state', 'code=evil&state=other'],
    ['no state', 'code=evil'],
    ['an error without a state', 'error=access_denied'],
  ])('refuses an answer with %s, and goes on waiting for its own', async (_what, query) => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const refused: [number, string][] = [];
    const visit = async (page: URL): Promise<void> => {
      const back = page.searchParams.get('redirect_uri');
      const response = await fetch(`${back}?${query}&iss=${encodeURIComponent(page.origin)}`);
      refused.push([response.status, await response.text()]);
      await fetch(page);
    };
    expect(await login(remote, scratch(), (page) => void visit(page))).toEqual({ ok: true });
    expect(refused).toEqual([[400, expect.stringContaining('belongs to another login')]]);
  });

  it('says that a pasted address belongs to another login, and takes the next', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    const page = Promise.withResolvers<URL>();
    let wrong = 0;
    async function* pasted(): AsyncGenerator<string> {
      const { headers } = await fetch(await page.promise, { redirect: 'manual' });
      const address = headers.get('location') ?? '';
      yield address.replace(/state=[^&]*/, 'state=other');
      yield address;
    }
    const onWrongPaste = (): void => void (wrong += 1);
    expect(await login(remote, scratch(), page.resolve, pasted(), { onWrongPaste })).toEqual({ ok: true });
    expect(wrong).toBe(1);
  });

  it('refuses an answer of another issuer', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    remote.switches.issuer = 'https://evil.example';
    expect(await login(remote, scratch())).toMatchObject({
      ok: false,
      reason: expect.stringContaining('failed'),
    });
  });

  it('says what to check where the answer for a token is not OAuth', async () => {
    await using remote = await startRemoteServer();
    remote.switches.tokens = new Set();
    remote.switches.tokenStatus = 200;
    const { origin } = new URL(remote.url);
    expect(await login(remote, scratch())).toEqual({
      ok: false,
      reason: `Logging in failed: the authorization server of ${origin} did not answer with OAuth. Check "url" and "oauth" in the server's entry, or ask its operator.`,
    });
  });

  it.each(['http://evil.example/authorize', 'javascript:alert(1)', 'file:///etc/passwd'])(
    'does not send a person to %s',
    async (endpoint) => {
      await using remote = await startRemoteServer();
      remote.switches.tokens = new Set();
      remote.switches.authorizationEndpoint = endpoint;
      const visited: string[] = [];
      const result = await login(remote, scratch(), (page) => void visited.push(page.href));
      expect(result).toMatchObject({ ok: false });
      expect(visited).toEqual([]);
    },
  );
});

import { PassThrough } from 'node:stream';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ConfiguredServer } from '../../src/config/configured-server.ts';
import type { ClientChannel, ServerConnection } from '../../src/config/server-entry.ts';
import { openMcpServers, type McpServers } from '../../src/index.ts';
import { takingPool } from './support/taking-pool.ts';

// It would be loaded at its first use, which takes a time that is not faked.
beforeAll(async () => {
  await import('../../src/client/connect/open-connection.ts');
  await import('../../src/transport/client-transport.ts');
});

const FAKED = ['setTimeout', 'clearTimeout', 'performance'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED] }));
afterEach(() => void vi.useRealTimers());

function server(
  name: string,
  connection: ServerConnection,
  scope: ConfiguredServer['scope'],
): ConfiguredServer {
  const entry = {
    connection,
    timeoutMs: undefined,
    alwaysLoad: false,
    isTrusted: false,
    protocol: undefined,
    tools: { include: undefined, exclude: [] },
  };
  const start = { status: 'ready', entry } as const;
  return { name, scope, file: undefined, raw: { name }, hash: '', notices: [], start };
}

/**
 * Servers that never answer, until `greet` lets the first of them do so.
 * @param withholdsTools they never answer what their tools are. Default false
 */
function openSilent(
  kind: 'client' | 'stdio',
  count: number,
  env: Readonly<Record<string, string>>,
  scope: ConfiguredServer['scope'] = 'user',
  withholdsTools = false,
) {
  const greeted: (() => void)[] = [];
  const tools = new Map<string, number>();
  const channel: ClientChannel = {
    deliver(message) {
      const { id, method } = Object(message);
      if (id === undefined) return Promise.resolve(undefined);
      if (method === 'tools/list' && withholdsTools) return new Promise(() => {});
      if (method !== 'initialize')
        return Promise.resolve({ jsonrpc: '2.0', id, result: { tools: [{ name: 't', inputSchema: {} }] } });
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: {} };
      greeted.push(() => resolve({ jsonrpc: '2.0', id, result }));
      return promise;
    },
    listen: () => () => {},
  };
  const stdio = { kind: 'stdio', command: 'x', args: [], env: {}, cwd: undefined } as const;
  const servers = Array.from({ length: count }, (_, index) =>
    server(`s${index}`, kind === 'client' ? { kind, channel } : stdio, scope),
  );
  const opened: McpServers = openMcpServers({
    servers,
    processes: {
      start() {
        greeted.push(() => {});
        const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
        const exited = new Promise<never>(() => {});
        return { ok: true, process: { pid: 1, stdin, stdout, stderr, exited, end: async () => {} } };
      },
    },
    pool: takingPool((given, source) => tools.set(source, given.length)),
    validator: { compile: async () => () => [] },
    cwd: '/',
    projectRoot: '/',
    env,
    credentials: new Set(),
    stateDirectory: undefined,
    isDeferred: true,
    waitsForAll: false,
    clientInfo: { name: 'test', version: '1' },
    client: { roots: () => [], asks: undefined },
  });
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return { opened, greeted, tools };
}

it.each([
  ['stdio', {}, 3],
  ['stdio', { MCP_SERVER_CONNECTION_BATCH_SIZE: '5' }, 5],
  ['stdio', { MCP_SERVER_CONNECTION_BATCH_SIZE: '0' }, 3],
  ['client', {}, 20],
  ['client', { MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE: '2' }, 2],
] as const)('of 25 servers (%s) with %j, %i connect at the same time', async (kind, env, count) => {
  const { greeted } = openSilent(kind, 25, env);
  await vi.advanceTimersByTimeAsync(0);
  expect(greeted).toHaveLength(count);
  if (kind === 'stdio') return;
  greeted[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(greeted).toHaveLength(count + 1);
});

it('the next server starts while one that has started lists its tools', async () => {
  const env = { MCP_REMOTE_SERVER_CONNECTION_BATCH_SIZE: '2' };
  const { opened, greeted } = openSilent('client', 4, env, 'user', true);
  await vi.advanceTimersByTimeAsync(0);
  greeted[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(greeted).toHaveLength(3);
  expect(opened.states().map(({ state }) => state)).toEqual(Array(4).fill('connecting'));
});

it('the states of servers are those of their status', async () => {
  const { opened, greeted } = openSilent('client', 2, {});
  await vi.advanceTimersByTimeAsync(0);
  greeted[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  const isDisabled = { status: 'disabled', reason: 'Off.' } as const;
  const off = {
    ...server('off', { kind: 'stdio', command: 'x', args: [], env: {}, cwd: undefined }, 'local'),
    start: isDisabled,
  };
  const others = ['s0', 's1'].map((name) =>
    server(name, { kind: 'stdio', command: 'x', args: [], env: {}, cwd: undefined }, 'user'),
  );
  expect(opened.states().map(({ state }) => state)).toEqual(['connected', 'connecting']);
  opened.update([off, ...others]);
  const parts = opened
    .status()
    .map(({ name, scope, state, isInClient }) => ({ name, scope, state, isInClient }));
  expect(opened.states()).toEqual(parts);
  expect(parts[0]).toEqual({ name: 'off', scope: 'local', state: 'disabled', isInClient: false });
});

it('the first request waits five seconds for a server whose tools are in the list from the start, and no longer', async () => {
  for (const isHere of [true, false]) {
    const { opened, greeted, tools } = openSilent('client', 1, { MCP_CONNECT_TIMEOUT_MS: '1' });
    let isReady = false;
    void opened.readyForFirstRequest().then(() => (isReady = true));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(isReady).toBe(false);
    if (isHere) greeted[0]?.();
    await vi.advanceTimersByTimeAsync(isHere ? 0 : 200);
    expect([isReady, tools.get('mcp:s0')]).toEqual([true, isHere ? 1 : 0]);
  }
});

it('what a server lists is part of the time that it has to connect', async () => {
  const { opened, greeted } = openSilent('client', 1, { MCP_TIMEOUT: '6000' }, 'user', true);
  await vi.advanceTimersByTimeAsync(4_000);
  greeted[0]?.();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(opened.status()[0]?.state).toBe('connecting');
  await vi.advanceTimersByTimeAsync(200);
  expect(opened.status()[0]).toMatchObject({
    state: 'connected',
    problems: [expect.stringMatching(/^It did not list its tools within 6 s of its start\./)],
  });
});

it('the first request waits for other servers as long as the configuration says', async () => {
  const { opened } = openSilent('stdio', 1, { MCP_CONNECT_TIMEOUT_MS: '700' });
  let isReady = false;
  void opened.readyForFirstRequest().then(() => (isReady = true));
  await vi.advanceTimersByTimeAsync(600);
  expect(isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isReady).toBe(true);
});

it('the time until the first request is part of what it waits for other servers', async () => {
  const { opened } = openSilent('stdio', 1, { MCP_CONNECT_TIMEOUT_MS: '700' });
  let isReady = false;
  await vi.advanceTimersByTimeAsync(500);
  void opened.readyForFirstRequest().then(() => (isReady = true));
  await vi.advanceTimersByTimeAsync(100);
  expect(isReady).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(isReady).toBe(true);
});

it.each([
  ['sdk-py', 'flag', {}, 5_000],
  ['sdk-ts', 'flag', {}, 5_000],
  ['sdk-ts', 'user', {}, 1_000],
  ['cli', 'flag', {}, 1_000],
  ['sdk-ts', 'flag', { MCP_CONNECTION_NONBLOCKING: '1' }, 0],
] as const)(
  'a program that says %s: its first request waits for a server of the scope %s with %j for %i ms',
  async (program, scope, env, ms) => {
    const { opened } = openSilent('stdio', 1, { CLAUDE_CODE_ENTRYPOINT: program, ...env }, scope);
    let isReady = false;
    void opened.readyForFirstRequest().then(() => (isReady = true));
    await vi.advanceTimersByTimeAsync(Math.max(0, ms - 100));
    expect(isReady).toBe(ms === 0);
    await vi.advanceTimersByTimeAsync(200);
    expect(isReady).toBe(true);
    // It does not wait again.
    await opened.readyForFirstRequest();
  },
);

it('a call of a tool waits for the server that it would be of, five seconds at most', async () => {
  const { opened, greeted, tools } = openSilent('client', 2, { MCP_CONNECTION_NONBLOCKING: '1' });
  const ready = opened.readyForFirstRequest();
  await vi.advanceTimersByTimeAsync(5_000);
  await ready;
  expect(opened.arrival('mcp__other__t')).toBeUndefined();
  const waits = ['mcp__s0__t', 'mcp__s1__t'].map(async (name) => {
    await opened.arrival(name);
    return [name, tools.get('mcp:s0'), tools.get('mcp:s1')];
  });
  greeted[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(await waits[0]).toEqual(['mcp__s0__t', 1, 0]);
  expect(opened.arrival('mcp__s0__t')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await waits[1]).toEqual(['mcp__s1__t', 1, 0]);
});

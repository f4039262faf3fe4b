import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  assemblePool,
  defineTool,
  type InquiryAnswer,
  type Inquiry,
  type JsonObject,
  type PermissionPolicy,
} from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { expect, it, onTestFinished } from 'vitest';
import { createAjvValidator } from '../../../host/src/index.ts';
import { ServerKeeper } from '../../src/client/kept-server.ts';
import type { ServerConnection } from '../../src/config/server-entry.ts';
import { openMcpServers, type McpServers, type PeerAnswer } from '../../src/index.ts';
import { startRemoteServer } from '../remote/remote-server.ts';
import { scratch } from '../server/support/scratch.ts';
import { serveTools } from '../server/support/serve-tools.ts';

const STDIO = fileURLToPath(new URL('peers/era-server.ts', import.meta.url));

interface OpenOptions {
  readonly state?: string;
  readonly protocol?: 'auto' | '2026-07-28' | '2025-11-25';
  readonly env?: Readonly<Record<string, string>>;
  readonly answer?: (inquiry: Inquiry) => InquiryAnswer;
}

async function open(connection: ServerConnection, options: OpenOptions = {}): Promise<McpServers> {
  const { state = scratch(), protocol, env = {}, answer } = options;
  const processes = createProcessSession();
  const servers = openMcpServers({
    servers: [
      {
        name: 's',
        scope: 'user',
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
            protocol,
            tools: { include: undefined, exclude: [] },
          },
        },
      },
    ],
    pool: assemblePool({ builtIn: [], foreign: [] }),
    processes,
    cwd: state,
    projectRoot: state,
    env: { ...process.env, ...env },
    credentials: new Set(),
    stateDirectory: state,
    validator: createAjvValidator(),
    isDeferred: false,
    waitsForAll: true,
    clientInfo: { name: 'test', version: '1' },
    client: {
      roots: () => [],
      asks: answer && {
        kinds: ['form'],
        asker: { push: (inquiry, settle) => settle(answer(inquiry)), remove() {}, update() {} },
      },
    },
  });
  onTestFinished(async () => {
    await servers[Symbol.asyncDispose]();
    await processes.dispose();
  });
  await servers.readyForFirstRequest();
  return servers;
}

const remote = (url: string): ServerConnection => ({
  kind: 'http',
  url,
  headers: {},
  headersHelper: undefined,
  oauth: undefined,
});
const local = (...args: readonly string[]): ServerConnection => ({
  kind: 'stdio',
  command: process.execPath,
  args: ['--conditions=sluice-source', STDIO, ...args],
  env: {},
  cwd: undefined,
});
const call = (
  servers: McpServers,
  tool: string,
  signal = new AbortController().signal,
): Promise<PeerAnswer> => servers.call({ server: 's', tool, input: {}, signal });
const versionOf = (servers: McpServers): string | undefined => servers.status()[0]?.protocolVersion;

const say = defineTool({
  name: 'say',
  description: 'Says hello.',
  inputSchema: { type: 'object' },
  isReadOnly: true,
  call: async () => ({ data: 'hello' }),
});

it('a remote server of the stateless era is spoken to without a session', async () => {
  const { url } = await serveTools([say]);
  const servers = await open(remote(url));
  expect(versionOf(servers)).toBe('2026-07-28');
  expect(await call(servers, 'say')).toMatchObject({ result: { content: [{ text: 'hello' }] } });
});

it('the older era is spoken if the entry says so', async () => {
  const { url } = await serveTools([say]);
  const servers = await open(remote(url), { protocol: '2025-11-25' });
  expect(versionOf(servers)).toBe('2025-11-25');
  expect(await call(servers, 'say')).toMatchObject({ result: { content: [{ text: 'hello' }] } });
});

it('an older remote server is asked for its era once a day', async () => {
  await using older = await startRemoteServer();
  const state = scratch();
  for (const probes of [1, 1]) {
    const servers = await open(remote(older.url), { state });
    expect(versionOf(servers)).toBe('2025-11-25');
    expect(older.seen.filter(({ method }) => method === 'server/discover')).toHaveLength(probes);
  }
});

it('a kept era that no longer holds is forgotten', async () => {
  await using older = await startRemoteServer();
  const state = scratch();
  const keeper = new ServerKeeper(
    `${state}/mcp-catalog`,
    JSON.stringify(['s', state, state, remote(older.url)]),
  );
  keeper.keepEra('stateless');
  expect(versionOf(await open(remote(older.url), { state }))).toBe('2025-11-25');
  expect(keeper.read().era).toBe('sessions');
});

it('a change of tools is heard in the stateless era', async () => {
  const { url, runtime } = await serveTools([say]);
  const servers = await open(remote(url));
  const changes = new EventTarget();
  servers.onChange(() => changes.dispatchEvent(new Event('change')));
  const changed = once(changes, 'change');
  runtime.pool.update('more', [{ ...say, name: 'shout' }]);
  await changed;
  expect(servers.status()[0]?.tools).toEqual(['mcp__s__say', 'mcp__s__shout']);
});

it('a server of the stateless era asks with its result, and goes on with the answer', async () => {
  const policy: PermissionPolicy = {
    decide: () => ({ behavior: 'ask', by: 'default', reason: 'it is a test', remedy: 'none' }),
  };
  const { url } = await serveTools([{ ...say, isReadOnly: () => false }], { policy });
  const asked: JsonObject[] = [];
  const servers = await open(remote(url), {
    answer(inquiry) {
      if (inquiry.kind === 'form') asked.push(inquiry.schema);
      return { behavior: 'deny', message: 'no', interrupt: false };
    },
  });
  expect(await call(servers, 'say')).toMatchObject({ result: { isError: true } });
  expect(asked).toHaveLength(1);
});

it.each([
  ['auto', 'both', '2026-07-28', 2],
  ['auto', 'exits', '2025-11-25', 2],
  ['2026-07-28', 'both', '2026-07-28', 1],
  [undefined, 'both', '2025-11-25', 1],
] as const)(
  'a local server with the protocol %s that %s speaks %s',
  async (protocol, kind, version, starts) => {
    const state = scratch();
    const log = `${state}/starts`;
    const servers = await open(local(kind, log), protocol === undefined ? { state } : { state, protocol });
    expect(versionOf(servers)).toBe(version);
    expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
    expect(readFileSync(log, 'utf8').length).toBe(starts);
  },
);

it('MCP_PROTOCOL_NEGOTIATION says it for all local servers', async () => {
  const servers = await open(local('both'), { env: { MCP_PROTOCOL_NEGOTIATION: 'auto' } });
  expect(versionOf(servers)).toBe('2026-07-28');
});

import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { defineTool, type JsonObject, type PermissionPolicy } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { keptIdentity } from '../../src/client/connect/kept-identity.ts';
import { ServerKeeper } from '../../src/client/connect/kept-server.ts';
import { startRemoteServer } from '../remote/remote-server.ts';
import { scratch } from '../server/support/scratch.ts';
import { serveTools } from '../server/support/serve-tools.ts';
import { call, local, open, remote, versionOf } from './support/open-server.ts';

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
  const context = { cwd: state, projectRoot: state, stateDirectory: state };
  const keeper = new ServerKeeper(`${state}/mcp-catalog`, () =>
    keptIdentity('s', remote(older.url), context),
  );
  keeper.keepEra('stateless');
  expect(versionOf(await open(remote(older.url), { state }))).toBe('2025-11-25');
  expect(keeper.read(0).era).toBe('sessions');
});

it('a known server that never answers is asked once within the limit, and the next time for its era', async () => {
  const seen: string[] = [];
  const silent = createServer((request) => void text(request).then((body) => seen.push(body)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    silent.close().closeAllConnections();
  });
  const address = silent.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const state = scratch();
  const context = { cwd: state, projectRoot: state, stateDirectory: state };
  const keeper = new ServerKeeper(`${state}/mcp-catalog`, () => keptIdentity('s', remote(url), context));
  keeper.keepEra('stateless');
  const servers = await open(remote(url), { state, env: { MCP_TIMEOUT: '500' } });
  expect(servers.status()[0]?.reason).toContain('It did not respond within 0.5 s.');
  expect(seen.filter((body) => body.includes('server/discover'))).toHaveLength(1);
  expect(keeper.read(0).era).toBeUndefined();
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

it('a server that changes its era in a session is asked again, and the call is made in the other one', async () => {
  const state = scratch();
  const log = `${state}/starts`;
  const servers = await open(local('both', log), { state, protocol: 'auto' });
  expect(versionOf(servers)).toBe('2026-07-28');
  for (const [era, version, starts] of [
    ['sessions', '2025-11-25', 4],
    ['stateless', '2026-07-28', 6],
  ] as const) {
    writeFileSync(`${log}.era`, era);
    const answers = await Promise.all([call(servers, 'say'), call(servers, 'say')]);
    for (const answer of answers) expect(answer).toMatchObject({ result: { content: [{ text: 'hello' }] } });
    expect(versionOf(servers)).toBe(version);
    expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
    expect(readFileSync(log, 'utf8')).toHaveLength(starts);
  }
});

it('a server that takes no version is not asked for ever, and one with a fixed version not at all', async () => {
  for (const [protocol, starts] of [
    ['auto', 8],
    ['2025-11-25', 1],
  ] as const) {
    const state = scratch();
    const log = `${state}/starts`;
    const servers = await open(local('both', log), { state, protocol });
    writeFileSync(`${log}.era`, 'none');
    for (let index = 0; index < 5; index += 1)
      expect(await call(servers, 'say')).toMatchObject({ status: 'error', code: -32022 });
    expect(readFileSync(log, 'utf8')).toHaveLength(starts);
    rmSync(`${log}.era`);
    expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
  }
});

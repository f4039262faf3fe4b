import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyTool } from '@sluice/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ServerKeeper } from '../../src/client/connect/kept-server.ts';
import type { ConfiguredServer } from '../../src/config/configured-server.ts';
import type { McpServers } from '../../src/index.ts';
import { scratch } from '../server/support/scratch.ts';
import { until } from '../server/support/until.ts';
import { call, configured, local, open } from './support/open-server.ts';
import { takingPool } from './support/taking-pool.ts';

const HOUR_MS = 60 * 60_000;

const stateOf = (servers: McpServers): string | undefined => servers.status()[0]?.state;
const startsIn = (state: string): number =>
  existsSync(join(state, 'starts')) ? readFileSync(join(state, 'starts'), 'utf8').length : 0;

function keptFile(state: string): string {
  const directory = join(state, 'mcp-catalog');
  return join(directory, readdirSync(directory)[0] ?? '');
}

/** Makes what is kept older. */
function age(state: string, byMs: number): void {
  const value = JSON.parse(readFileSync(keptFile(state), 'utf8'));
  writeFileSync(keptFile(state), JSON.stringify({ ...value, listsAt: value.listsAt - byMs }));
}

/** Waits until what is known of the server changes for the next time. */
async function changeOf(servers: McpServers): Promise<void> {
  const changes = new EventTarget();
  servers.onChange(() => changes.dispatchEvent(new Event('change')));
  await once(changes, 'change');
}

/** A directory in which the server was connected once. */
async function knownState(): Promise<string> {
  const state = scratch();
  const first = await open(local('both', join(state, 'starts')), { state, waitsForAll: false });
  // The first request waits a second, which is short on a busy machine.
  await first.settled(60_000);
  expect(stateOf(first)).toBe('connected');
  await first[Symbol.asyncDispose]();
  expect(startsIn(state)).toBe(1);
  return state;
}

it('the tools of a known server are there at once, and it starts at its first call', async () => {
  const state = await knownState();
  const published: (readonly AnyTool[])[] = [];
  const pool = takingPool((tools) => published.push(tools));
  const servers = await open(local('both', join(state, 'starts')), { state, waitsForAll: false, pool });
  expect(stateOf(servers)).toBe('cached');
  expect(published.map((tools) => tools.map(({ name }) => name))).toEqual([['mcp__s__say']]);
  expect(startsIn(state)).toBe(1);
  expect(await call(servers, 'say')).toMatchObject({ result: { content: [{ text: 'hello' }] } });
  expect(stateOf(servers)).toBe('connected');
  expect(startsIn(state)).toBe(2);
});

it('the first request waits for a known server that says `alwaysLoad`, as for one of which nothing is known', async () => {
  const state = await knownState();
  const published: (readonly AnyTool[])[] = [];
  const servers = await open(local('both', join(state, 'starts')), {
    state,
    waitsForAll: false,
    alwaysLoad: true,
    pool: takingPool((tools) => published.push(tools)),
    env: { TOOLS: 'shout' },
  });
  expect(stateOf(servers)).toBe('connected');
  expect(published[0]?.map(({ name }) => name)).toEqual(['mcp__s__say', 'mcp__s__shout']);
  expect(startsIn(state)).toBe(2);
});

const HELLO = { data: { content: [{ text: 'hello' }] } };

it.each([
  ['is the same', {}, HELLO],
  ['has changed, though its server is trusted', { DESCRIPTION: 'Deletes everything.', TRUST: '1' }, HELLO],
  [
    'has another output schema, for which its result is checked',
    { OUTPUT: '{"type":"object"}' },
    { data: { note: expect.stringContaining('promises structured content') } },
  ],
  [
    'is not listed in time',
    { LIST: 'hangs-once', MCP_TIMEOUT: '4000' },
    {
      failure: {
        code: 'connection-lost',
        message:
          'The MCP server s was not called. Its current tools are unknown, so the call could not be checked against them: It did not list its tools within 4 s of its start. If it starts slowly, set MCP_TIMEOUT to more milliseconds. The call had no effects.',
      },
    },
  ],
  [
    'is not listed in time, though its server is trusted',
    { LIST: 'hangs-once', MCP_TIMEOUT: '4000', TRUST: '1' },
    HELLO,
  ],
  [
    'has changed',
    { DESCRIPTION: 'Deletes everything.' },
    {
      failure: {
        code: 'tool-changed',
        message: 'mcp__s__say has changed since this call was decided; nothing was run. Call it again.',
      },
    },
  ],
  [
    'is gone',
    { TOOLS: 'none' },
    {
      failure: {
        code: 'tool-changed',
        message: 'The MCP server s no longer offers mcp__s__say; nothing was run.',
      },
    },
  ],
] as const)(
  'a call that was decided on a known tool, which %s once its server runs',
  async (_is, env, result) => {
    const state = await knownState();
    const published: (readonly AnyTool[])[] = [];
    const pool = takingPool((tools) => published.push(tools));
    const servers = await open(local('both', join(state, 'starts')), {
      state,
      waitsForAll: false,
      pool,
      env,
      isTrusted: 'TRUST' in env,
    });
    expect(stateOf(servers)).toBe('cached');
    // Whoever names a tool without its definition gets it as it is.
    const named = { server: 's', tool: 'say', input: {}, signal: new AbortController().signal };
    const called = async () => {
      const context = { callId: 'a', signal: new AbortController().signal, idle: (wait: unknown) => wait };
      return published.at(-1)?.[0]?.call({}, context as never);
    };
    expect(await called()).toMatchObject(result);
    expect(stateOf(servers)).toBe('connected');
    if ('DESCRIPTION' in env) expect(await servers.call(named)).toMatchObject({ status: 'result' });
    // The next one is decided on what the server offers now.
    const changeSince = (source: 'cli' | 'user') => published.at(-1)?.[0]?.definition?.changeSince(source);
    // What never ran is not what a rule allows.
    expect([changeSince('cli'), changeSince('user')]).toEqual([undefined, undefined]);
    if ('DESCRIPTION' in env || 'LIST' in env) expect(await called()).toMatchObject({ data: {} });
  },
);

it.each([
  ['is the same', {}, { status: 'result' }],
  [
    'has changed',
    { DESCRIPTION: 'Deletes everything.' },
    {
      status: 'lost',
      isChanged: true,
      reason: 'mcp__s__say has changed since this call was decided; nothing was run. Call it again.',
    },
  ],
  ['is gone', { TOOLS: 'none' }, { status: 'lost', isChanged: true }],
] as const)(
  'a call of a program for a known tool, which %s once its server runs',
  async (_is, env, answer) => {
    const state = await knownState();
    const connection = local('both', join(state, 'starts'));
    const servers = await open(connection, { state, waitsForAll: false, env });
    expect(stateOf(servers)).toBe('cached');
    const { signal } = new AbortController();
    const call = { server: 's', tool: 'say', input: {}, signal, isOnlyAsKnown: true };
    expect(await servers.call(call)).toMatchObject(answer);
    if ('DESCRIPTION' in env) expect(await servers.call(call)).toMatchObject({ status: 'result' });
  },
);

it.each<[title: string, after: (server: ConfiguredServer) => readonly ConfiguredServer[], why: string]>([
  ['was removed', () => [], 'It was removed from the configuration.'],
  [
    'has another entry',
    (server) => [{ ...server, raw: { a: 1 } }],
    'Its entry has changed, and it is restarting: make the call again.',
  ],
  [
    'needs an approval',
    (server) => [{ ...server, start: { status: 'pending-approval', reason: 'Approve it again.' } }],
    'Approve it again.',
  ],
])('a call says that its server %s in a session that goes on', async (_title, after, why) => {
  const state = scratch();
  const connection = local('both', join(state, 'starts'));
  const published: (readonly AnyTool[])[] = [];
  const pool = takingPool((tools) => published.push(tools));
  const servers = await open(connection, { state, pool, env: { CALLS: 'hang' } });
  const context = { callId: 'a', signal: new AbortController().signal, idle: (wait: unknown) => wait };
  const tool = published.at(-1)?.[0];
  const running = tool?.call({}, context as never);
  await until(() => (startsIn(state) === 2 ? true : undefined));
  servers.update(after(configured(connection)));
  const failure = (message: string) => ({ failure: { code: 'connection-lost', message } });
  expect(await running).toMatchObject(failure(expect.stringContaining(`effects. ${why}`)));
  expect(await tool?.call({}, context as never)).toMatchObject(
    failure(`The MCP server s can't be reached: ${why}`),
  );
});

it.each([
  ['within 15 minutes', {}, {}, 0, 'cached'],
  ['no longer than 15 minutes', {}, {}, 15.1, 'connecting'],
  ['as long as it says', { TTL_MS: '3600000' }, { MCP_DISCOVERY_CACHE_TTL_S: '0' }, 59, 'cached'],
  ['no longer than it says', { TTL_MS: '0' }, {}, 0, 'connecting'],
  ['as long as the variable says', {}, { MCP_DISCOVERY_CACHE_TTL_S: '3600' }, 59, 'cached'],
  ['no longer than the variable says', {}, { MCP_DISCOVERY_CACHE_TTL_S: '0' }, 0, 'connecting'],
] as const)('a known server is not asked again %s', async (_title, ofFirst, ofSecond, ageMinutes, then) => {
  const state = scratch();
  const connection = local('both', join(state, 'starts'));
  const first = await open(connection, { state, waitsForAll: false, env: ofFirst });
  await first.settled(60_000);
  await first[Symbol.asyncDispose]();
  age(state, ageMinutes * 60_000);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const servers = await open(connection, { state, waitsForAll: false, env: ofSecond });
  expect(stateOf(servers)).toBe('cached');
  vi.advanceTimersByTime(1_000);
  expect(stateOf(servers)).toBe(then);
  vi.useRealTimers();
  await servers.settled(10_000);
  expect(await call(servers, 'say')).toMatchObject({ status: 'result' });
  expect(startsIn(state)).toBe(2);
});

it('a server of which what is known is stale starts by itself, and its lists are then the ones that count', async () => {
  const state = scratch();
  const connection = local('both');
  const first = await open(connection, { state, waitsForAll: false, env: { PROMPTS: 'plan' } });
  await first.settled(60_000);
  await first[Symbol.asyncDispose]();
  const env = { TOOLS: 'shout', MCP_DISCOVERY_CACHE_TTL_S: '0' };
  const servers = await open(connection, { state, waitsForAll: false, env });
  expect(servers.status()[0]?.tools).toEqual(['mcp__s__say']);
  expect(servers.prompts().map(({ name }) => name)).toEqual(['mcp__s__plan']);
  await changeOf(servers);
  expect(servers.status()[0]).toMatchObject({
    state: 'connected',
    tools: ['mcp__s__say', 'mcp__s__shout'],
  });
  expect(servers.prompts()).toEqual([]);
  expect(JSON.parse(readFileSync(keptFile(state), 'utf8'))).toMatchObject({ prompts: null });
});

it('a server that comes back without tools has none, and is known for the prompts that it has', async () => {
  const state = scratch();
  const connection = local('both', join(state, 'starts'));
  const first = await open(connection, { state });
  await first[Symbol.asyncDispose]();
  const env = { TOOLS: 'none', PROMPTS: 'plan', MCP_DISCOVERY_CACHE_TTL_S: '0' };
  const published: (readonly AnyTool[])[] = [];
  const pool = takingPool((tools) => published.push(tools));
  const second = await open(connection, { state, waitsForAll: false, env, pool });
  expect(second.status()[0]?.tools).toEqual(['mcp__s__say']);
  await changeOf(second);
  expect(second.status()[0]).toMatchObject({ state: 'connected', tools: [] });
  expect(published.at(-1)).toEqual([]);
  while (second.prompts().length === 0) await changeOf(second);
  await second[Symbol.asyncDispose]();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const third = await open(connection, { state, waitsForAll: false, env });
  expect(third.status()[0]).toMatchObject({ state: 'cached', tools: [] });
  expect(third.prompts().map(({ name }) => name)).toEqual(['mcp__s__plan']);
});

it('the prompts of a known server are there before it runs, and it starts when one is used', async () => {
  const state = scratch();
  const connection = local('both', join(state, 'starts'));
  const first = await open(connection, { state, env: { PROMPTS: 'plan review' } });
  const names = ['mcp__s__plan', 'mcp__s__review'];
  expect(first.prompts().map(({ name }) => name)).toEqual(names);
  await first[Symbol.asyncDispose]();
  const env = { PROMPTS: 'plan', MCP_DISCOVERY_CACHE_TTL_S: '60' };
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const servers = await open(connection, { state, waitsForAll: false, env });
  expect(stateOf(servers)).toBe('cached');
  expect(startsIn(state)).toBe(1);
  expect(servers.prompts().map(({ name }) => name)).toEqual(names);
  vi.useRealTimers();
  const { signal } = new AbortController();
  expect(await servers.prompts()[0]?.get([], signal)).toMatchObject({
    ok: true,
    content: [{ text: 'Do it.' }],
  });
  expect(startsIn(state)).toBe(2);
});

it('without the cache nothing is known, and nothing is kept', async () => {
  const state = await knownState();
  const env = { MCP_DISCOVERY_CACHE: '0' };
  const connection = local('both', join(state, 'starts'));
  const servers = await open(connection, { state, waitsForAll: false, env });
  await servers.settled(60_000);
  expect(stateOf(servers)).toBe('connected');
  await servers[Symbol.asyncDispose]();
  const next = await open(connection, { state, waitsForAll: false });
  await next.settled(60_000);
  expect(stateOf(next)).toBe('connected');
});

it('a list that failed at its second page is used, and is not what is known of the server later', async () => {
  const state = scratch();
  const log = join(state, 'starts');
  const first = await open(local('both', log), { state, env: { LIST: 'cut' } });
  expect(first.status()).toMatchObject([
    { state: 'connected', tools: ['mcp__s__say'], problems: ['tools/list failed: no second page'] },
  ]);
  await first[Symbol.asyncDispose]();
  const servers = await open(local('both', log), {
    state,
    waitsForAll: false,
    env: { LIST: 'cut', MCP_CONNECTION_NONBLOCKING: '1' },
  });
  expect(stateOf(servers)).toBe('connecting');
});

it('what is known from a session that answers no questions is not used by one that does', async () => {
  const state = await knownState();
  const more = { state, waitsForAll: false, answer: () => ({ behavior: 'deny' }) as const };
  const servers = await open(local('both', join(state, 'starts')), more);
  await servers.settled(60_000);
  expect(stateOf(servers)).toBe('connected');
  expect(startsIn(state)).toBe(2);
});

it('what waits for every server asks it, whatever is known of it', async () => {
  const state = await knownState();
  const servers = await open(local('both', join(state, 'starts')), { state });
  expect(stateOf(servers)).toBe('connected');
});

it('a server that is configured in another way is not known', async () => {
  const state = await knownState();
  const servers = await open(local('both', join(state, 'starts'), 'more'), { state, waitsForAll: false });
  await servers.settled(60_000);
  expect(stateOf(servers)).toBe('connected');
});

it.each(['', '{', '[]', '{"listsAt":1e300,"lists":{}}', '{"lists":{"tools":7}}'])(
  'a damaged file says nothing: %s',
  async (text) => {
    const state = await knownState();
    const file = keptFile(state);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, text);
    const servers = await open(local('both', join(state, 'starts')), { state, waitsForAll: false });
    await servers.settled(60_000);
    expect(stateOf(servers)).toBe('connected');
  },
);

const LISTS = {
  serverInfo: { name: 'a', version: '1' },
  protocolVersion: '2026-07-28',
  capabilities: {},
  instructions: undefined,
  tools: [],
  ttlMs: undefined,
};

it('lists that are too long to be kept replace the earlier ones all the same', () => {
  const keeper = new ServerKeeper(scratch(), () => 'a server');
  const tooLong = [{ name: 'x'.repeat(8 * 1024 * 1024) }];
  keeper.keepEra('stateless');
  keeper.keepLists(LISTS);
  keeper.keepPrompts([{ name: 'plan' }]);
  expect(keeper.read(HOUR_MS)).toMatchObject({ prompts: [{ name: 'plan' }] });
  keeper.keepPrompts(tooLong);
  expect(keeper.read(HOUR_MS)).toMatchObject({ lists: { tools: [] }, prompts: undefined });
  keeper.keepLists({ ...LISTS, tools: tooLong });
  expect(keeper.read(HOUR_MS)).toMatchObject({ era: 'stateless', lists: undefined });
});

it('what is known is used for four hours, the era for a day, and nothing that is from the future', () => {
  const keeper = new ServerKeeper(scratch(), () => 'a server');
  keeper.keepEra('stateless');
  keeper.keepLists(LISTS);
  const known = (afterHours: number) => {
    const { era, lists } = keeper.read(4 * HOUR_MS, Date.now() + afterHours * HOUR_MS);
    return [era, lists?.serverInfo.name];
  };
  expect(known(0)).toEqual(['stateless', 'a']);
  expect(known(3.9)).toEqual(['stateless', 'a']);
  expect(known(4.1)).toEqual(['stateless', undefined]);
  expect(known(24.1)).toEqual([undefined, undefined]);
  expect(known(-1)).toEqual([undefined, undefined]);
});

import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostRefusal } from '../../../src/index.ts';
import { compileHostList } from '../../../src/sandbox/network/compile-host-list.ts';
import { limitReach } from '../../../src/sandbox/network/limit-reach.ts';
import { joinSockets } from '../../../src/sandbox/network/join-sockets.ts';
import type { Reached } from '../../../src/sandbox/network/reach.ts';
import { reachListed, type ReachOptions } from '../../../src/sandbox/network/reach-listed.ts';
import { findUpstream } from '../../../src/sandbox/network/upstream-proxy.ts';
import { close, listen, portOf } from './servers.ts';

let target: Server;
const arrived: string[] = [];
beforeAll(async () => {
  target = await listen(
    createServer((socket) => {
      arrived.push(socket.localAddress ?? '');
      socket.end('hello');
    }),
    '0.0.0.0',
  );
});
afterAll(() => close(target));

/** Waits until a connection is there no more. */
function ended(reached: Reached): Promise<void> {
  return new Promise((resolve) => {
    if (reached.status !== 'connected' || reached.socket.closed) return resolve();
    reached.socket.once('close', () => resolve()).destroy();
  });
}

interface Given {
  readonly allowed?: readonly string[];
  readonly denied?: readonly string[];
  readonly addresses?: readonly string[];
  readonly options?: Partial<ReachOptions>;
}

function reachWith({ allowed = [], denied = [], addresses = [], options }: Given) {
  const refused: string[] = [];
  const whys: HostRefusal[] = [];
  const asked: string[] = [];
  const sockets: Socket[] = [];
  const reach = reachListed({
    rules: compileHostList({ allowed, denied }),
    upstream: undefined,
    limitMs: 10_000,
    onSocket: (socket) => sockets.push(socket),
    onRefused(host, port, why) {
      refused.push(`${host}:${port}`);
      whys.push(why);
    },
    lookUp: async (host) => {
      asked.push(host);
      return addresses;
    },
    ...options,
  });
  return { reach, refused, whys, asked, sockets };
}

describe('a host', () => {
  it('is connected to by the address that it was judged by, which is asked for once', async () => {
    const port = portOf(target);
    const { reach, asked, refused } = reachWith({
      allowed: [`a.b:${port}`, `127.0.0.3:${port}`],
      addresses: ['127.0.0.3'],
    });
    const reached = await reach('A.b.', port);
    expect(reached.status === 'connected' && (await text(reached.socket))).toBe('hello');
    expect(arrived.splice(0)).toEqual(['127.0.0.3']);
    expect({ asked, refused }).toEqual({ asked: ['a.b'], refused: [] });
  });

  it.each([
    ['that is not listed', [], ['127.0.0.3'], 'c.d'],
    [
      'that has a private address',
      ['a.b'],
      ['127.0.0.3', '10.0.0.1', '::ffff:127.0.0.3', 'fe80::1%lo'],
      'a.b',
    ],
    ['that is such an address', ['*'], [], '127.0.0.3'],
    ['that is such an address in another notation', ['*'], [], '0x7f.3'],
    ['that is such an address in IPv6', ['*'], [], '[::ffff:7f00:3]'],
    ['that is nowhere', ['*'], [], '0.0.0.0'],
  ])('%s is refused, and told of', async (_title, allowed, addresses, host) => {
    const port = portOf(target);
    const { reach, refused } = reachWith({ allowed: allowed.map((name) => `${name}:${port}`), addresses });
    expect(await reach(host, port)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('sandbox.network.allowedDomains'),
    });
    expect(refused).toHaveLength(1);
    expect(arrived).toEqual([]);
  });

  it('that is denied is refused in other words, for to list it would not help', async () => {
    const { reach, refused, whys } = reachWith({ allowed: ['*'], denied: ['*.a.b'] });
    expect(await reach('c.a.b', 443)).toEqual({
      status: 'refused',
      why: { kind: 'denied' },
      reason: expect.stringMatching(
        /^The sandbox does not let commands reach c\.a\.b:443\. The settings deny it \(sandbox\.network\.deniedDomains/,
      ),
    });
    expect(refused).toEqual(['c.a.b:443']);
    expect(whys).toEqual([{ kind: 'denied' }]);
  });

  it.each([
    [
      '10.0.0.1',
      [],
      { kind: 'not-public', address: '10.0.0.1' },
      /list the address itself.*"10\.0\.0\.1:8080"/,
    ],
    ['fd00::1', [], { kind: 'not-public', address: 'fd00::1' }, /"\[fd00::1\]:8080"/],
    ['10.0.0.1', ['10.0.0.1'], { kind: 'denied' }, /has the address 10\.0\.0\.1\. The settings deny it/],
  ])(
    'that is listed and has the address %s, with %j denied, says why',
    async (address, denied, why, reason) => {
      const { reach, whys } = reachWith({ allowed: ['a.b:8080'], denied, addresses: [address] });
      expect(await reach('a.b', 8080)).toMatchObject({
        status: 'refused',
        reason: expect.stringMatching(reason),
      });
      expect(whys).toEqual([why]);
    },
  );

  it('is judged again when it was let through before', async () => {
    const port = portOf(target);
    const { reach, refused } = reachWith({ allowed: [`127.0.0.3:${port}`] });
    const statuses: string[] = [];
    for (const host of ['127.0.0.3', '127.0.0.4', '127.0.0.3']) {
      const reached = await reach(host, port);
      statuses.push(reached.status);
      if (reached.status === 'connected') await text(reached.socket);
    }
    expect(statuses).toEqual(['connected', 'refused', 'connected']);
    expect(refused).toEqual([`127.0.0.4:${port}`]);
    expect(arrived.splice(0)).toEqual(['127.0.0.3', '127.0.0.3']);
  });

  it('is tried at its next address where one does not answer', async () => {
    const port = portOf(target);
    const allowed = ['a.b', '[::1]', '127.0.0.3'].map((name) => `${name}:${port}`);
    const { reach } = reachWith({ allowed, addresses: ['::1', '127.0.0.3'] });
    expect(await reach('a.b', port)).toMatchObject({ status: 'connected' });
    arrived.splice(0);
  });

  it.each([
    [
      'a name that no one knows',
      'a.b',
      { lookUp: () => Promise.reject(new Error('no')) },
      'unknown-name',
      /^a\.b could not be resolved \(no\)\.$/,
    ],
    [
      'a name that no one answers about',
      'a.b',
      { lookUp: () => new Promise<never>(() => {}), limitMs: 20 },
      'unknown-name',
      /^a\.b could not be resolved \(no response in 20 ms\)\.$/,
    ],
    ['no host', 'a b', {}, 'no-host', undefined],
    ['a port where no one listens', '127.0.0.1', {}, 'unreachable', undefined],
  ] as const)('fails for %s', async (_title, host, options, code, why) => {
    const { reach, whys } = reachWith({ allowed: ['a.b:1', '127.0.0.1:1'], options });
    expect(await reach(host, 1)).toMatchObject({ status: 'failed', code });
    const unknown = { kind: 'not-reached', reason: expect.stringMatching(why ?? /./) };
    expect(whys).toEqual(why === undefined ? [] : [unknown]);
  });

  it('fails where too many connections are open, until one has ended', async () => {
    const port = portOf(target);
    const { reach } = reachWith({ allowed: [`127.0.0.3:${port}`] });
    const limited = limitReach(reach, 1);
    const first = await limited('127.0.0.3', port);
    expect(await limited('127.0.0.3', port)).toMatchObject({ status: 'failed', code: 'too-many' });
    await ended(first);
    const again = await limited('127.0.0.3', port);
    expect(again.status).toBe('connected');
    await ended(again);
    expect(await limited('x.y', port)).toMatchObject({ status: 'refused' });
    arrived.splice(0);
  });
});

describe('where this process has to use a proxy itself', () => {
  it('names go through it, what is near does not, and the list decides about both', async () => {
    const port = portOf(target);
    const seen: unknown[] = [];
    const proxy = await listen(createHttpServer(), '127.0.0.1');
    proxy.on('connect', (request, client: Socket, head: Buffer) => {
      seen.push([request.url, request.headers['proxy-authorization']]);
      client.on('error', () => {});
      if (request.url?.startsWith('no.') === true) {
        client.end('HTTP/1.1 407 No\r\n\r\n');
        return;
      }
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      const onward = connect(port, '127.0.0.1', () => onward.write(head));
      joinSockets(client, onward);
    });
    const upstream = findUpstream({
      https_proxy: `http://me:pa%20ss@127.0.0.1:${portOf(proxy)}`,
      no_proxy: 'direct.b, .other',
    });
    const allowed = ['a.b', 'no.b', 'direct.b', `127.0.0.3:${port}`];
    const { reach, asked, refused, whys } = reachWith({ allowed, options: { upstream } });
    const reached = await reach('a.b', 443);
    expect(reached.status === 'connected' && (await text(reached.socket))).toBe('hello');
    expect(await reach('no.b', 443)).toMatchObject({ status: 'failed', code: 'unreachable' });
    expect(await reach('c.d', 443)).toMatchObject({ status: 'refused' });
    const login = `Basic ${Buffer.from('me:pa ss').toString('base64')}`;
    expect(seen.splice(0)).toEqual([
      ['a.b:443', login],
      ['no.b:443', login],
    ]);
    expect(asked).toEqual([]);
    const near = await reach('127.0.0.3', port);
    expect(near.status === 'connected' && (await text(near.socket))).toBe('hello');
    await reach('direct.b', 443);
    expect({ seen, asked, refused }).toEqual({
      seen: [],
      asked: ['direct.b'],
      refused: ['no.b:443', 'c.d:443', 'direct.b:443'],
    });
    expect(whys).toEqual([
      { kind: 'not-reached', reason: expect.stringMatching(/proxy of this machine responded with 407/) },
      { kind: 'not-listed' },
      { kind: 'not-reached', reason: expect.stringMatching(/direct\.b could not be resolved/) },
    ]);
    await ended(reached);
    await ended(near);
    await close(proxy);
  });

  it.each([
    [{}, undefined],
    [{ http_proxy: 'http://p' }, { host: 'p', port: 80, isSecure: false }],
    [{ HTTPS_PROXY: 'https://p' }, { host: 'p', port: 443, isSecure: true }],
    [
      { https_proxy: 'http://[::1]:3128', http_proxy: 'http://q' },
      { host: '::1', port: 3128 },
    ],
    [{ all_proxy: 'socks5://p:1080' }, undefined],
    [{ http_proxy: 'nonsense' }, undefined],
  ])('%j names it as %j', (environment, expected) => {
    if (expected === undefined) expect(findUpstream(environment)).toBeUndefined();
    else expect(findUpstream(environment)).toMatchObject(expected);
  });
});

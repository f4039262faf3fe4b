import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type Server as HttpServer,
} from 'node:http';
import type { Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asHttp, createTlsWorld, serveTls, testAuthority, type TlsWorld } from './world.ts';
import { atMost } from '../../../../../../test/support/runs.ts';

const KEY = { standIn: 'sluice-stand-in-0001', value: 'the-value-of-key-one', hosts: ['a.b', '*.c.d'] };
const SHORT = { standIn: 'sluice-stand-in-0002', value: 'a "b" & c', hosts: ['a.b'] };
const LINES = { standIn: 'sluice-stand-in-0003', value: 'one\r\nX-Other: two\n', hosts: ['a.b'] };
const OTHER = { standIn: 'sluice-stand-in-0004', value: 'never-to-a.b-at-all', hosts: ['e.f'] };

interface Taken {
  readonly host: string;
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly trailers: NodeJS.Dict<string>;
}
const taken: Taken[] = [];
let world: TlsWorld;

function site(host: string): HttpServer {
  return createHttpServer({ maxHeaderSize: 100_000 }, (request, response) => {
    const { method, url, headers, trailers } = request;
    buffer(request).then(
      (body) => {
        taken.push({ host, line: `${method} ${url}`, headers, body: body.toString('latin1'), trailers });
        response.end(`answer to ${url?.slice(0, 40)}\n`);
      },
      () => {},
    );
  });
}

beforeAll(async () => {
  const hosts = testAuthority();
  const servers = new Map<string, Server>();
  for (const host of ['a.b', 'x.c.d', 'e.f']) {
    servers.set(host, await serveTls(hosts, host, asHttp(site(host))));
  }
  servers.set('g.h', await serveTls(hosts, 'g.h', asHttp(site('g.h')), ['h2', 'http/1.1']));
  // Neither is what it is asked for: one is another's, the other one no one's that is trusted.
  servers.set('wrong.c.d', await serveTls(hosts, 'right.c.d', asHttp(site('wrong'))));
  servers.set('fake.c.d', await serveTls(testAuthority(), 'fake.c.d', asHttp(site('fake'))));
  const secrets = [KEY, SHORT, LINES, OTHER];
  world = await createTlsWorld(hosts, servers, { secrets, tlsTerminate: {} });
});
afterAll(() => world.dispose());
afterEach(() => {
  taken.length = 0;
  world.refusals.length = 0;
});

const head = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const get = (host: string, ...more: string[]): string =>
  head('GET / HTTP/1.1', `Host: ${host}`, 'Connection: close', ...more);
const post = (body: string | Buffer, ...more: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      head(
        ...['POST / HTTP/1.1', 'Host: a.b', 'Connection: close', `Content-Length: ${body.length}`],
        ...more,
      ),
    ),
    Buffer.from(body),
  ]);
const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`;
const status = (said: string): string | undefined => /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1];

describe('a stand-in in a request inside TLS', () => {
  it.each([
    ['a header', get('a.b', `X-Key: <${KEY.standIn}>`), { headers: { 'x-key': `<${KEY.value}>` } }],
    [
      'a header, twice',
      get('a.b', `Authorization: ${KEY.standIn} ${KEY.standIn}`),
      { headers: { authorization: `${KEY.value} ${KEY.value}` } },
    ],
    [
      'a login',
      get('a.b', `Authorization: ${basic(`me:${SHORT.standIn}`)}`),
      { headers: { authorization: basic(`me:${SHORT.value}`) } },
    ],
    [
      'a login that is a stand-in itself',
      get('a.b', `Authorization: Basic ${KEY.standIn}`),
      { headers: { authorization: `Basic ${KEY.value}` } },
    ],
    [
      'a path',
      head(`GET /x?y=${SHORT.standIn}&z HTTP/1.0`, 'Host: a.b'),
      { line: 'GET /x?y=a%20%22b%22%20%26%20c&z' },
    ],
    [
      'a body of the same length',
      post(`<${KEY.standIn}>`),
      { body: `<${KEY.value}>`, headers: { 'content-length': '22' } },
    ],
    [
      'a body of another length',
      post(`<${SHORT.standIn}>`),
      { body: `<${SHORT.value}>`, headers: { 'content-length': '11' } },
    ],
    ['a body with lines', post(LINES.standIn), { body: LINES.value }],
    [
      'a form',
      post(`a=${SHORT.standIn}`, 'Content-Type: application/x-www-form-urlencoded'),
      { body: 'a=a%20%22b%22%20%26%20c' },
    ],
    [
      'JSON',
      post(`{"a":"${SHORT.standIn}"}`, 'Content-Type: application/json; charset=utf-8'),
      { body: String.raw`{"a":"a \"b\" & c"}` },
    ],
    [
      'a long body, which goes in chunks then',
      post(SHORT.standIn.repeat(5000)),
      { body: SHORT.value.repeat(5000), headers: { 'transfer-encoding': 'chunked' } },
    ],
    [
      'chunks, and what trails them',
      `${head('PUT / HTTP/1.1', 'Host: a.b', 'Connection: close', 'Transfer-Encoding: chunked')}a\r\n${SHORT.standIn.slice(0, 10)}\r\na\r\n${SHORT.standIn.slice(10)}\r\n0\r\nX-Key: ${KEY.standIn}\r\nHost: e.f\r\n\r\n`,
      { body: SHORT.value, trailers: { 'x-key': KEY.value } },
    ],
    ['a body that is waited for', post(SHORT.standIn, 'Expect: 100-continue'), { body: SHORT.value }],
  ])('is exchanged in %s', async (_title, said, expected) => {
    const heard = await world.say('a.b', [said]);
    expect(heard).toMatch(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 OK/);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ host: 'a.b', ...expected });
    expect(world.refusals).toEqual([]);
  });

  it.each([
    ['of another host', get('a.b', `X-Key: ${OTHER.standIn}`), { headers: { 'x-key': OTHER.standIn } }],
    [
      'in a compressed body',
      post(gzipSync(KEY.standIn), 'Content-Encoding: gzip'),
      { body: gzipSync(KEY.standIn).toString('latin1') },
    ],
  ])('stays as it is %s', async (_title, said, expected) => {
    await world.say('a.b', [said]);
    expect(taken).toMatchObject([expected]);
  });

  it('goes as it is to hosts that it is not for, whose TLS is their own', async () => {
    const more = { ca: world.hosts.certificate };
    const socket = await world.secure('g.h', more);
    expect([socket.authorized, socket.alpnProtocol]).toEqual([true, 'h2']);
    socket.destroy();
    await world.say('g.h', [get('g.h', `X-Key: ${KEY.standIn}`)], { ...more, protocols: ['http/1.1'] });
    await world.say('x.c.d', [get('x.c.d', `X-Key: ${KEY.standIn}${SHORT.standIn}`)]);
    await world.say('e.f', [get('e.f', `X-Key: ${KEY.standIn}${OTHER.standIn}`)], { by: 'socks' });
    expect(taken.map(({ host, headers }) => [host, headers['x-key']])).toEqual([
      ['g.h', KEY.standIn],
      ['x.c.d', KEY.value + SHORT.standIn],
      ['e.f', KEY.standIn + OTHER.value],
    ]);
  });

  it('is exchanged however it is cut', async () => {
    const body = `${'x'.repeat(40)}${KEY.standIn}${SHORT.standIn}y`;
    const whole = post(body, `X-Key: ${KEY.standIn}`, 'Expect: 100-continue');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 6 }),
        async (cuts) => {
          taken.length = 0;
          const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
          await world.say(
            'a.b',
            places.slice(1).map((end, index) => whole.subarray(places[index], end)),
          );
          expect(taken).toHaveLength(1);
          expect(taken[0]).toMatchObject({
            body: `${'x'.repeat(40)}${KEY.value}${SHORT.value}y`,
            headers: { 'x-key': KEY.value },
          });
        },
      ),
      { numRuns: atMost(25) },
    );
  });
});

describe('what is refused inside a tunnel', () => {
  it.each([
    ['another host', get('e.f'), '421', 'misdirected'],
    ['another port', get('a.b:80'), '421', 'misdirected'],
    ['two hosts', get('a.b', 'Host: e.f'), '400', undefined],
    ['no host', head('GET / HTTP/1.1'), '400', undefined],
    ['a whole address', head('GET https://e.f/ HTTP/1.1', 'Host: a.b'), '400', undefined],
    ['a tunnel', head('CONNECT e.f:443 HTTP/1.1', 'Host: a.b'), '400', undefined],
    ['a header of more lines', get('a.b', `X-Key: ${LINES.standIn}`), '400', undefined],
    ['two lengths', post('abcd', 'Content-Length: 5'), '400', undefined],
    ['a length and chunks', post('0\r\n\r\n', 'Transfer-Encoding: chunked'), '400', undefined],
    ['another coding', get('a.b', 'Transfer-Encoding: gzip, chunked'), '501', undefined],
    [
      'a body for a change of protocol',
      post('abc', 'Upgrade: x').toString().replace('close', 'upgrade'),
      '400',
      undefined,
    ],
    ['nonsense', 'hello\r\n\r\n', '400', undefined],
    ['a head without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`, '400', undefined],
  ])('%s', async (_title, said, code, problem) => {
    expect(status(await world.say('a.b', [said]))).toBe(code);
    expect(taken).toEqual([]);
    expect(world.refusals).toMatchObject(
      problem === undefined ? [] : [{ place: 'a.b:443', why: { kind: 'tls', problem } }],
    );
  });

  it('whatever is for another host, however it is cut and framed', async () => {
    const piece = fc.constantFrom(
      ...['GET /1 HTTP/1.1\r\n', 'POST /2 HTTP/1.1\r\n', 'GET https://e.f/3 HTTP/1.1\r\n'],
      ...['Host: a.b\r\n', 'Host: e.f\r\n', 'Content-Length: 5\r\n', 'Content-Length: 0\r\n'],
      ...['Transfer-Encoding: chunked\r\n', 'Transfer-Encoding : chunked\r\n', 'Transfer-Encoding: x\r\n'],
      ...['Connection: close, host\r\n', 'Connection: upgrade\r\nUpgrade: x\r\n', 'Expect: 100-continue\r\n'],
      ...['\r\n', '\n', '\r', '0\r\n\r\n', '5\r\nabcde\r\n', '5;x\r\n', 'abcde', ' x: y\r\n', '\0'],
    );
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        taken.length = 0;
        const socket = await world.secure('a.b');
        socket
          .resume()
          .end(`GET /0 HTTP/1.1\r\nHost: a.b\r\nX-Key: ${KEY.standIn}\r\n${pieces.join('')}\r\n\r\n`);
        await new Promise<void>((resolve) => void socket.once('close', resolve));
        seen += taken.length;
        for (const { host, line, headers } of taken) {
          expect([host, headers.host]).toEqual(['a.b', 'a.b']);
          expect(line).toMatch(/^(?:GET|POST) \/[012]$/);
        }
      }),
      { numRuns: atMost(50) },
    );
    expect(seen).toBeGreaterThan(0);
  });

  it("a name in TLS that is not the tunnel's", async () => {
    const said = await world.say('a.b', [get('a.b', `X-Key: ${KEY.standIn}`)], { servername: 'e.f' });
    expect(status(said)).toBe('421');
    // A request that the test before cut off may still arrive.
    expect(taken.filter(({ line }) => line !== 'GET /0')).toEqual([]);
    expect(world.refusals).toMatchObject([{ why: { kind: 'tls', problem: 'misdirected' } }]);
    expect(status(await world.say('a.b', [get('a.b')], { servername: '' }))).toBe('200');
  });

  it.each([
    ["is another's", 'wrong.c.d'],
    ['nobody vouches for', 'fake.c.d'],
  ])('a host whose certificate %s', async (_title, host) => {
    const said = await world.say(host, [get(host, `X-Key: ${KEY.standIn}`)]);
    expect(status(said)).toBe('502');
    expect(said).toContain('NODE_EXTRA_CA_CERTS');
    expect(taken).toEqual([]);
    expect(world.refusals).toMatchObject([
      { place: `${host}:443`, why: { kind: 'tls', problem: 'not-verified' } },
    ]);
  });

  it('a program that speaks nothing but HTTP/2', async () => {
    await expect(world.secure('a.b', { protocols: ['h2'] })).rejects.toThrow(/no application protocol/i);
    expect(world.refusals).toMatchObject([{ why: { kind: 'tls', problem: 'other-protocol' } }]);
  });
});

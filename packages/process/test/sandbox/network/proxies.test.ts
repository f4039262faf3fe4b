import { createServer as createHttpServer, request as send } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpProxy } from '../../../src/sandbox/network/http-proxy.ts';
import type { Reach } from '../../../src/sandbox/network/reach.ts';
import { serveSocks } from '../../../src/sandbox/network/socks-proxy.ts';
import { close, listen, portOf } from './servers.ts';
import { atMost } from '../../../../../test/support/runs.ts';

/** What each host was sent, in order: heads of requests with their bodies. */
const taken: string[] = [];
const asked: string[] = [];
let target: Server;
let http: Server;
let socks: Server;

/** Every name but `bad` and `gone` is the one target. */
const reach: Reach = async (host, port) => {
  asked.push(`${host}:${port}`);
  if (host.startsWith('bad'))
    return { status: 'refused', why: { kind: 'not-listed' }, reason: 'It is not listed.' };
  if (host === 'gone') return { status: 'failed', code: 'no-answer', reason: 'It does not answer.' };
  const socket = connect({ port: portOf(target), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  return { status: 'connected', socket };
};

beforeAll(async () => {
  const site = createHttpServer((request, response) => {
    void text(request).then(
      (body) => {
        taken.push(`${request.method} ${request.url} ${request.headers.host} ${body}`);
        if (request.url === '/broken') response.socket?.resetAndDestroy();
        else if (request.url === '/headers') response.end(JSON.stringify(request.headers));
        else response.end(`answer to ${request.url}\n`);
      },
      () => {},
    );
  });
  target = await listen(site, '127.0.0.1');
  const proxy = createHttpProxy(reach);
  http = await listen(
    createServer({ allowHalfOpen: true }, (client) => void proxy.emit('connection', client)),
    '127.0.0.1',
  );
  socks = await listen(
    createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => void serveSocks(client, reach)),
    '127.0.0.1',
  );
});
afterAll(() => Promise.all([target, http, socks].map(close)));
afterEach(() => {
  taken.length = 0;
  asked.length = 0;
});

/** Sends the parts one after the other, then hears it out. */
async function talk(server: Server, parts: readonly (string | Buffer)[], ends = false): Promise<string> {
  const socket = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  socket.setEncoding('latin1').on('error', () => {});
  for (const part of parts) await new Promise<void>((resolve) => void socket.write(part, () => resolve()));
  if (ends) socket.end();
  let heard = '';
  socket.on('data', (chunk: string) => {
    heard += chunk;
  });
  await new Promise<void>((resolve) => void socket.once('end', resolve).once('close', () => resolve()));
  socket.destroy();
  return heard;
}

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const statuses = (said: string): string[] =>
  [...said.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code = '']) => code);

describe('the HTTP proxy', () => {
  it.each([
    [
      'a request',
      lines('GET http://a.b/x?y#z HTTP/1.1', 'Host: other', 'Connection: close'),
      ['200'],
      ['GET /x?y a.b '],
    ],
    ['one without a path', lines('GET http://a.b HTTP/1.0'), ['200'], ['GET / a.b ']],
    ['one to a port', lines('GET http://a.b:8080/ HTTP/1.0'), ['200'], ['GET / a.b:8080 ']],
    [
      'a path as it is written',
      lines('GET http://a.b/c/../%64|e HTTP/1.0'),
      ['200'],
      ['GET /c/../%64|e a.b '],
    ],
    [
      'a body',
      `${lines('POST http://a.b/ HTTP/1.1', 'Host: a.b', 'Content-Length: 4', 'Connection: close')}body`,
      ['200'],
      ['POST / a.b body'],
    ],
    [
      'a body in chunks, of a method that has none as a rule',
      `${lines('GET http://a.b/ HTTP/1.1', 'Host: a.b', 'Transfer-Encoding: chunked', 'Connection: close')}4\r\nbody\r\n0\r\n\r\n`,
      ['200'],
      ['GET / a.b body'],
    ],
    [
      'a body whose length is called a matter of the connection',
      `${lines('POST http://a.b/ HTTP/1.1', 'Host: a.b', 'Content-Length: 4', 'Connection: close, content-length')}body`,
      ['200'],
      ['POST / a.b body'],
    ],
  ])('passes on %s', async (_title, said, codes, expected) => {
    expect(statuses(await talk(http, [said]))).toEqual(codes);
    expect(taken).toEqual(expected);
  });

  it.each([
    ['a host that is not listed', lines('GET http://bad/ HTTP/1.1', 'Host: a.b'), ['403']],
    ['a user that looks like a host', lines('GET http://a.b@bad/ HTTP/1.1', 'Host: a.b'), ['403']],
    ['a host behind a backslash', lines('GET http://bad\\@a.b/ HTTP/1.1', 'Host: a.b'), ['400']],
    ['a host that does not answer', lines('GET http://gone/ HTTP/1.1', 'Host: a.b'), ['504']],
    ['a tunnel to a host that is not listed', lines('CONNECT bad:443 HTTP/1.1', 'Host: a.b:443'), ['403']],
    ['a tunnel without a port', lines('CONNECT a.b HTTP/1.1', 'Host: a.b'), ['400']],
    ['a tunnel to no port', lines('CONNECT a.b:x HTTP/1.1', 'Host: a.b'), ['400']],
    ['a path alone', lines('GET / HTTP/1.1', 'Host: a.b'), ['400']],
    ['another scheme', lines('GET ftp://a.b/ HTTP/1.1', 'Host: a.b'), ['400']],
    ['no host', lines('GET http:///x HTTP/1.1', 'Host: a.b').replace('http:///x', 'http://'), ['400']],
    [
      'two lengths',
      lines('POST http://a.b/ HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Content-Length: 5'),
      ['400'],
    ],
    [
      'a length and chunks',
      `${lines('POST http://a.b/ HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      ['400'],
    ],
    [
      'an unknown coding',
      `${lines('POST http://a.b/ HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n`,
      ['501'],
    ],
    ['nonsense', 'hello\r\n\r\n', ['400']],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex'), ['400']],
    ['a head without end', `GET http://a.b/ HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`, ['400']],
  ])('answers %s itself', async (_title, said, codes) => {
    expect(statuses(await talk(http, [said], true))).toEqual(codes);
    expect(taken).toEqual([]);
  });

  it('judges every request of a connection', async () => {
    const get = (host: string, more: readonly string[] = []): string =>
      lines(`GET http://${host}/ HTTP/1.1`, `Host: a.b`, ...more);
    const said = await talk(http, [get('a.b'), get('c.d'), get('bad'), get('e.f', ['Connection: close'])]);
    expect(statuses(said)).toEqual(['200', '200', '403']);
    expect(asked.slice(0, 3)).toEqual(['a.b:80', 'c.d:80', 'bad:80']);
    expect(taken.toSorted()).toEqual(expect.arrayContaining(['GET / a.b ', 'GET / c.d ']));
  });

  it('sends a host nothing that was not judged for it, however it is cut and framed', async () => {
    const piece = fc.constantFrom(
      ...[
        'GET http://a.b/1 HTTP/1.1\r\n',
        'POST http://a.b/2 HTTP/1.1\r\n',
        'GET http://bad/ HTTP/1.1\r\n',
        'Host: bad\r\n',
      ],
      ...[
        'Content-Length: 5\r\n',
        'Content-Length: 0\r\n',
        'Transfer-Encoding: chunked\r\n',
        'Transfer-Encoding : chunked\r\n',
      ],
      ...[
        'Transfer-Encoding: xchunked\r\n',
        'Connection: keep-alive, host\r\n',
        '\r\n',
        '\n',
        '\r',
        '0\r\n\r\n',
        '5\r\nabcde\r\n',
      ],
      ...[
        '5;x\r\n',
        'abcde',
        ' x: y\r\n',
        'Upgrade: h2c\r\nConnection: upgrade\r\n',
        'Expect: 100-continue\r\n',
        '\0',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (pieces) => {
        await talk(http, [`GET http://a.b/0 HTTP/1.1\r\n`, ...pieces, '\r\n\r\n'], true);
        const judged = asked.filter((place) => place === 'a.b:80').length;
        expect(taken.length).toBeLessThanOrEqual(judged);
        expect(taken.filter((request) => !/^(?:GET|POST) \/[012] a\.b /.test(request))).toEqual([]);
      }),
      { numRuns: atMost(150) },
    );
  });

  it('keeps to itself what is about the connection', async () => {
    const headers = [
      'Proxy-Connection: keep-alive',
      'Proxy-Authorization: x',
      'Connection: close, X-One',
      'X-One: 1',
      'X-Two: 2',
      'TE: trailers',
    ];
    const said = await talk(http, [lines('GET http://a.b/headers HTTP/1.1', 'Host: x', ...headers)]);
    expect(JSON.parse(said.split('\r\n').find((line) => line.startsWith('{')) ?? '')).toEqual({
      host: 'a.b',
      connection: 'close',
      'x-two': '2',
    });
  });

  it('says so when a host breaks off', async () => {
    const said = await talk(http, [lines('GET http://a.b/broken HTTP/1.1', 'Host: x', 'Connection: close')]);
    expect(statuses(said)).toEqual(['502']);
  });

  it('carries a tunnel, and what was sent too early for it', async () => {
    const inner = lines('GET /inside HTTP/1.1', 'Host: inner', 'Connection: close');
    const said = await talk(http, [`${lines('CONNECT a.b:443 HTTP/1.1', 'Host: a.b:443')}${inner}`]);
    expect(statuses(said)).toEqual(['200', '200']);
    expect(asked).toEqual(['a.b:443']);
    expect(taken).toEqual(['GET /inside inner ']);
  });

  it('lets a client go that goes first', async () => {
    const request = send({ port: portOf(http), path: 'http://a.b/', method: 'POST' });
    request.on('error', () => {});
    await new Promise<void>((resolve) => void request.write('part', () => resolve()));
    request.destroy();
    expect(statuses(await talk(http, [lines('GET http://a.b/ HTTP/1.0')]))).toEqual(['200']);
  });
});

describe('the SOCKS proxy', () => {
  const greeting = Buffer.from([5, 1, 0]);
  const name = (host: string, port: number): Buffer => {
    const bytes = Buffer.from([5, 1, 0, 3, host.length, ...Buffer.from(host), 0, 0]);
    bytes.writeUInt16BE(port, bytes.length - 2);
    return bytes;
  };
  const inner = Buffer.from(lines('GET /inside HTTP/1.1', 'Host: inner', 'Connection: close'));
  const hex = (text_: string): string => Buffer.from(text_, 'latin1').toString('hex');

  it.each([
    ['a name', name('a.b', 443), 'a.b:443'],
    ['an address', Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, 1, 187]), '127.0.0.1:443'],
    [
      'an address of IPv6',
      Buffer.from([5, 1, 0, 4, ...Array.from({ length: 15 }, () => 0), 1, 1, 187]),
      '0000:0000:0000:0000:0000:0000:0000:0001:443',
    ],
  ])('reaches %s', async (_title, request, place) => {
    const said = await talk(socks, [greeting, request, inner]);
    expect(hex(said.slice(0, 12))).toBe('050005000001000000000000');
    expect(said).toContain('answer to /inside');
    expect(asked).toEqual([place]);
  });

  it('does not mind how the bytes are cut', async () => {
    const whole = Buffer.concat([greeting, name('a.b', 443), inner]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 8 }),
        async (cuts) => {
          const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
          const parts = places.slice(1).map((end, index) => whole.subarray(places[index], end));
          expect(await talk(socks, parts)).toContain('answer to /inside');
        },
      ),
      { numRuns: atMost(30) },
    );
  });

  it.each([
    ['a host that is not listed', [greeting, name('bad', 1)], '050005020001'],
    ['a host that does not answer', [greeting, name('gone', 1)], '050005040001'],
    ['listening', [greeting, Buffer.from([5, 2, 0, 1, 1, 1, 1, 1, 0, 1])], '050005070001'],
    ['UDP', [greeting, Buffer.from([5, 3, 0, 1, 1, 1, 1, 1, 0, 1])], '050005070001'],
    ['another kind of address', [greeting, Buffer.from([5, 1, 0, 9, 1, 1])], '050005080001'],
    ['no way to go without a login', [Buffer.from([5, 1, 2])], '05ff'],
    ['no ways at all', [Buffer.from([5, 0])], ''],
    ['a name without letters', [greeting, Buffer.from([5, 1, 0, 3, 0, 0, 80])], '0500'],
    ['another version', [greeting, Buffer.from([4, 1, 0, 1])], '0500'],
    ['an end in the middle', [greeting, Buffer.from([5, 1, 0, 3, 200, 97])], '0500'],
  ])('refuses %s', async (_title, parts, answer) => {
    const said = await talk(socks, parts, true);
    expect(hex(said).slice(0, 12)).toBe(answer);
    expect(taken).toEqual([]);
  });

  it('survives whatever it is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        await talk(socks, [greeting, Buffer.from(bytes)], true);
      }),
      { numRuns: atMost(50) },
    );
    expect(await talk(socks, [greeting, name('a.b', 1), inner])).toContain('answer to /inside');
  });
});

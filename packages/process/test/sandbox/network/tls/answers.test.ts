import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, openConnections } from '../servers.ts';
import { asHttp, createTlsWorld, serveTls, testAuthority, type TlsWorld } from './world.ts';
import { atMost } from '../../../../../../test/support/runs.ts';

const SAME = {
  standIn: 'sluice-stand-in-0001',
  value: 'the-value-of-key-one',
  hosts: ['same.h', 'live.h', 'first.h'],
};
const LONG = {
  standIn: 'sluice-stand-in-0002',
  value: 'a value "of" more letters than that',
  hosts: ['long.h'],
};

/** What the raw hosts say next, in these parts, when they have been asked; and whether they end then. */
let answer: { readonly parts: readonly (string | Buffer)[]; readonly ends: boolean };
let asked: string[] = [];
let world: TlsWorld;
let live: Server;

function serveRaw(socket: TLSSocket): void {
  socket.setEncoding('latin1');
  let said = '';
  const listener = (part: string): void => {
    said += part;
    if (!said.includes('\r\n\r\n')) return;
    asked.push(said);
    said = '';
    void (async () => {
      for (const one of answer.parts)
        await new Promise<void>((resolve) => void socket.write(one, () => resolve()));
      if (answer.ends) socket.end();
    })();
  };
  socket.on('data', listener);
}

beforeAll(async () => {
  const hosts = testAuthority();
  live = await serveTls(
    hosts,
    'live.h',
    asHttp(
      createHttpServer((request, response) => {
        if (request.url === '/first') {
          // An answer that does not wait for the end of what it answers to.
          response.writeHead(413, { Connection: 'close' });
          response.end('too much');
        } else request.pipe(response);
      }),
    ),
  );
  const greeting = await listen(
    createServer({ allowHalfOpen: true }, (socket) => {
      socket.write('220 hello\r\n');
      socket.once('end', () => socket.end('bye'));
      socket.on('data', (part: Buffer) => void socket.write(part));
    }),
    '127.0.0.1',
  );
  const servers = new Map([
    ['live.h', live],
    ['first.h', greeting],
  ]);
  for (const host of ['same.h', 'long.h']) servers.set(host, await serveTls(hosts, host, serveRaw));
  world = await createTlsWorld(hosts, servers, { secrets: [SAME, LONG], tlsTerminate: {} });
});
afterAll(() => world.dispose());

const get = (host: string, method = 'GET', more = 'Connection: close'): string =>
  `${method} / HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n\r\n`;

async function told(host: string, parts: readonly (string | Buffer)[], request = get(host), ends = false) {
  answer = { parts, ends };
  asked = [];
  const said = await world.say(host, [request]);
  const [head = '', ...rest] = said.split('\r\n\r\n');
  return { head: head.split('\r\n'), body: rest.join('\r\n\r\n') };
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('an answer of a host that secrets go to', () => {
  it.each([
    [
      'a body with a length',
      'same.h',
      ['HTTP/1.1 200 OK\r\nContent-Length: 22\r\n\r\n', `<${SAME.value}>`],
      ['Content-Length: 22'],
      `<${SAME.standIn}>`,
    ],
    [
      'a body whose length changes',
      'long.h',
      ['HTTP/1.1 200 OK\r\nContent-Length: 35\r\n\r\n', LONG.value],
      ['Transfer-Encoding: chunked'],
      `${chunk(LONG.standIn)}0\r\n\r\n`,
    ],
    [
      'JSON',
      'long.h',
      [
        String.raw`HTTP/1.1 200 OK${'\r\n'}Content-Length: 37${'\r\n\r\n'}a value \"of\" more letters than that`,
      ],
      [],
      `${chunk(LONG.standIn)}0\r\n\r\n`,
    ],
    [
      'a header',
      'same.h',
      [`HTTP/1.1 302 Found\r\nLocation: /?k=${SAME.value}&l\r\nContent-Length: 0\r\n\r\n`],
      [`Location: /?k=${SAME.standIn}&l`],
      '',
    ],
    [
      'a header that a path was written in',
      'long.h',
      [`HTTP/1.1 302 Found\r\nLocation: /?k=${encodeURIComponent(LONG.value)}\r\nContent-Length: 0\r\n\r\n`],
      [`Location: /?k=${LONG.standIn}`],
      '',
    ],
    [
      'what trails chunks',
      'same.h',
      [
        `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Key\r\n\r\n${chunk('a')}0\r\nX-Key: ${SAME.value}\r\n\r\n`,
      ],
      [],
      `${chunk('a')}0\r\nX-Key: ${SAME.standIn}\r\n\r\n`,
    ],
    [
      'a body of a coding that no one knows',
      'same.h',
      [
        `HTTP/1.1 200 OK\r\nContent-Encoding: utf-8\r\nContent-Length: ${SAME.value.length}\r\n\r\n${SAME.value}`,
      ],
      ['Content-Encoding: utf-8'],
      SAME.standIn,
    ],
    [
      'a form',
      'long.h',
      ['HTTP/1.1 200 OK\r\nContent-Length: 39\r\n\r\na+value+%22of%22+more+letters+than+that'],
      [],
      `${chunk(LONG.standIn)}0\r\n\r\n`,
    ],
  ])('has the stand-in again in %s', async (_title, host, parts, lines, body) => {
    const heard = await told(host, parts);
    expect(heard.head).toEqual(expect.arrayContaining(lines));
    expect(heard.body).toBe(body);
  });

  it.each([
    ['an answer', get('same.h'), 'HTTP/1.1 200 OK'],
    [
      'a change of protocol',
      get('same.h', 'GET', 'Connection: Upgrade\r\nUpgrade: x'),
      'HTTP/1.1 101 Switching Protocols',
    ],
  ])('has the usual phrase of its status in %s', async (_title, request, line) => {
    const [status = ''] = /\d+/.exec(line.slice(9)) ?? [];
    const parts = [
      `HTTP/1.1 ${status} ${SAME.value}\r\nContent-Length: 0\r\n${status === '101' ? 'Connection: Upgrade\r\nUpgrade: x\r\n' : ''}\r\n`,
    ];
    expect((await told('same.h', parts, request, true)).head[0]).toBe(line);
  });

  const zipped = gzipSync(SAME.value);
  it.each([
    [
      'a compressed body',
      'same.h',
      'GET',
      [`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`, zipped],
      [`Content-Length: ${zipped.length}`, 'Content-Encoding: gzip'],
      zipped.toString('latin1'),
    ],
    [
      'no body, for HEAD',
      'long.h',
      'HEAD',
      ['HTTP/1.1 200 OK\r\nContent-Length: 35\r\n\r\n'],
      ['HTTP/1.1 200 OK', 'Content-Length: 35'],
      '',
    ],
    [
      'no body, for 304',
      'long.h',
      'GET',
      ['HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n'],
      ['HTTP/1.1 304 Not Modified', 'ETag: "x"'],
      '',
    ],
    [
      'headers of one name, and their order',
      'same.h',
      'GET',
      ['HTTP/1.1 200 Fine\r\nset-cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n'],
      ['HTTP/1.1 200 OK', 'set-cookie: a=1', 'Set-Cookie: b=2', 'Content-Length: 0', 'Connection: close'],
      '',
    ],
  ])('keeps %s', async (_title, host, method, parts, lines, body) => {
    const heard = await told(host, parts, get(host, method));
    expect(heard.head).toEqual(expect.arrayContaining(lines));
    expect(heard.body).toBe(body);
  });

  it('ends where its connection does, if nothing else says it', async () => {
    const heard = await told('same.h', ['HTTP/1.1 200 OK\r\n\r\n', 'all of this'], get('same.h'), true);
    expect(heard.body).toBe(`${chunk('all of this')}0\r\n\r\n`);
  });

  it('is not taken for whole where it breaks off', async () => {
    const heard = await told(
      'same.h',
      ['HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n', 'a piece'],
      get('same.h'),
      true,
    );
    expect(heard.body).toBe('a piece');
    expect((await told('same.h', ['HTTP/1.1 2'], get('same.h'), true)).head[0]).toMatch(/^HTTP\/1.1 502/);
    expect((await told('same.h', ['nonsense\r\n\r\n'])).head[0]).toMatch(/^HTTP\/1.1 502/);
    expect(
      (await told('same.h', ['HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'])).head[0],
    ).toMatch(/^HTTP\/1.1 502/);
  });

  it('is the same however it is cut', async () => {
    const whole = `HTTP/1.1 200 OK\r\nX-Key: ${LONG.value}\r\nContent-Length: 55\r\n\r\n${'x'.repeat(10)}${LONG.value}a value "o`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 6 }),
        async (cuts) => {
          const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
          const parts = places.slice(1).map((end, index) => whole.slice(places[index], end));
          const { head, body } = await told('long.h', parts);
          expect(head).toContain(`X-Key: ${LONG.standIn}`);
          expect(body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '')).toBe(
            `${'x'.repeat(10)}${LONG.standIn}a value "o\r\n`,
          );
        },
      ),
      { numRuns: atMost(25) },
    );
  });

  it('may be any nonsense, in any pieces', async () => {
    const piece = fc.constantFrom(
      ...[
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 100 Continue\r\n\r\n',
        'HTTP/1.1 103 Hints\r\n\r\n',
        'HTTP/1.0 204 N\r\n',
      ],
      ...[
        'HTTP/1.1 101 S\r\nUpgrade: x\r\n',
        'Connection: close\r\n',
        'Connection: upgrade\r\n',
        'Content-Length: 5\r\n',
      ],
      ...[
        'Content-Length: -1\r\n',
        'Transfer-Encoding: chunked\r\n',
        'Transfer-Encoding: gzip\r\n',
        'Trailer: x\r\n',
      ],
      ...[
        '\r\n',
        '5\r\nabcde\r\n',
        '0\r\n',
        'abcde',
        'X: \0\r\n',
        'X: \u00ff\r\n',
        SAME.value,
        SAME.value.slice(0, 9),
      ],
    );
    const methods = fc.constantFrom('GET', 'HEAD', 'POST');
    const more = fc.constantFrom(
      'X: y',
      'Connection: close',
      'Connection: upgrade\r\nUpgrade: x',
      'Content-Length: 0',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), methods, more, async (parts, method, header) => {
        answer = { parts, ends: true };
        const said = await world.say('same.h', [get('same.h', method, header)]);
        expect(said.replace(/^HTTP\/1\.1 101[^]*$/, '')).not.toContain(SAME.value);
      }),
      { numRuns: atMost(50) },
    );
    expect((await told('same.h', ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'])).body).toBe('hi');
  });

  it('changes the protocol where it was asked to, and what follows passes unread', async () => {
    answer = {
      parts: [
        `HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\nX-Key: ${SAME.value}\r\n\r\n`,
        SAME.value,
      ],
      ends: false,
    };
    asked = [];
    const socket = await world.secure('same.h');
    socket
      .setEncoding('latin1')
      .write(get('same.h', 'GET', `Connection: Upgrade\r\nUpgrade: x\r\nX-Key: ${SAME.standIn}`));
    let heard = '';
    socket.on('data', (part: string) => {
      heard += part;
    });
    await expect.poll(() => heard).toContain(SAME.value);
    answer = { parts: ['bye'], ends: true };
    socket.write(`${SAME.standIn}\r\n\r\n`);
    await new Promise<void>((resolve) => void socket.once('close', resolve));
    expect(heard).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n[^]*\r\n\r\nthe-value-of-key-onebye$/);
    expect(heard).toContain(`X-Key: ${SAME.standIn}`);
    expect(asked).toEqual([expect.stringContaining(`X-Key: ${SAME.value}\r\n`), `${SAME.standIn}\r\n\r\n`]);
  });

  it('to a change of protocol may be another one', async () => {
    const parts = ['HTTP/1.1 403 No\r\nContent-Length: 20\r\n\r\n', SAME.value];
    const heard = await told('same.h', parts, get('same.h', 'GET', 'Connection: Upgrade\r\nUpgrade: x'));
    expect(heard).toEqual({ head: ['HTTP/1.1 403 Forbidden', 'Connection: close'], body: SAME.standIn });
  });
});

describe('a connection that is looked into', () => {
  it('carries one request after the other, also those that come before their turn', async () => {
    const before = openConnections(live);
    const socket = await world.secure('live.h');
    const post = (body: string): string =>
      `POST / HTTP/1.1\r\nHost: live.h\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    socket.setEncoding('latin1').write([1, 2, 3].map((number) => post(`<${number}>`)).join(''));
    let heard = '';
    socket.on('data', (part: string) => {
      heard += part;
    });
    await expect.poll(() => [...heard.matchAll(/<\d>/g)].join('')).toBe('<1><2><3>');
    socket.write(post('<4>'));
    await expect.poll(() => heard).toContain('<4>');
    expect(openConnections(live)).toBe(before + 1);
    socket.destroy();
    await expect.poll(() => openConnections(live)).toBe(before);
  });

  it("ends with the host's", async () => {
    const parts = ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'];
    const heard = await told('same.h', parts, get('same.h', 'GET', 'X: y'), true);
    expect(heard.body).toBe('hi');
  });

  it('hears an answer that comes before the end of the request', async () => {
    const upload = `POST /first HTTP/1.1\r\nHost: live.h\r\nContent-Length: 5000000\r\n\r\n${'x'.repeat(100_000)}`;
    expect(await world.say('live.h', [upload])).toMatch(/^HTTP\/1\.1 413[^]*too much/);
  });

  it('is cut off where more requests wait than anyone sends', async () => {
    answer = { parts: [], ends: false };
    expect(await world.say('same.h', [get('same.h', 'GET', 'X: y').repeat(200)])).toBe('');
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it('passes unread what a host says first', async () => {
    const socket = await world.tunnel('first.h');
    socket.once('data', () => socket.end(`AUTH ${SAME.standIn}\r\n`));
    expect(await text(socket)).toBe(`220 hello\r\nAUTH ${SAME.standIn}\r\nbye`);
  });

  it('passes on that a client ends without a word', async () => {
    const before = openConnections(live);
    const socket = await world.tunnel('live.h');
    expect(openConnections(live)).toBe(before + 1);
    socket.end();
    await expect.poll(() => openConnections(live)).toBe(before);
    expect(await text(socket)).toBe('');
  });

  it('passes unread what is not TLS', async () => {
    answer = { parts: [], ends: false };
    const socket = await world.tunnel('live.h');
    // The host speaks TLS, and breaks off.
    socket.write(get('live.h', 'GET', `X-Key: ${SAME.standIn}`));
    let heard = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      heard += part;
    });
    await new Promise<void>((resolve) => void socket.once('close', resolve));
    expect(heard).not.toContain('HTTP/1.1');
  });
});

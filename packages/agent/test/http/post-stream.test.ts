import { createServer } from 'node:http';
import { once } from 'node:events';
import { brotliCompressSync, createGzip, deflateSync, gzipSync, constants } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { createFakeClock } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listen, startSecureServer, startServer, startTcpServer } from '../support/local-server.ts';
import { textOf } from '../support/answer-text.ts';
import { connectTo, post } from '../support/post.ts';
import { selfSigned } from '../support/self-signed.ts';

describe('connections', () => {
  it('keeps one socket for a hundred requests, and sends the body whole', async () => {
    let requests = 0;
    const server = await startServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        requests += 1;
        response.end(`${request.method} ${request.url} ${Buffer.concat(pieces).toString()}`);
      });
    });
    const connections = await connectTo(server.url);
    for (let turn = 0; turn < 100; turn += 1) {
      const text = await textOf(await post(server.url, connections));
      expect(text).toBe('200 POST /v1/test?x=1 {"a":1}');
    }
    expect(requests).toBe(100);
    expect(server.connections.size).toBe(1);
  });

  it('asks again at once where a kept connection was closed before any byte of an answer', async () => {
    let served = 0;
    // Answers once on each connection and closes it when the second request comes, as a server does that gave it up.
    const server = await startTcpServer((socket) => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (requests > 1) return socket.destroy();
        served += 1;
        return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      });
    });
    const connections = await connectTo(server.url);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await textOf(await post(server.url, connections))).toBe('200 ok');
    }
    expect({ served, connections: server.connections.size }).toEqual({ served: 3, connections: 3 });
  });

  it('does not ask again where the answer had begun', async () => {
    let requests = 0;
    const server = await startTcpServer((socket) => {
      let own = 0;
      socket.on('data', () => {
        requests += 1;
        own += 1;
        if (own === 1) return socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        return socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\npart');
      });
    });
    const connections = await connectTo(server.url);
    expect(await textOf(await post(server.url, connections))).toBe('200 ok');
    expect(await textOf(await post(server.url, connections))).toMatch(/^stream-cut: /);
    expect(requests).toBe(2);
  });
});

describe('bodies', () => {
  it('gives the same bytes however the server cuts them', async () => {
    let pieces: readonly Uint8Array[] = [];
    const server = await startServer((request, response) => {
      request.resume();
      request.on('end', () => {
        for (const piece of pieces) response.write(piece);
        response.end();
      });
    });
    const connections = await connectTo(server.url);
    const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 2000 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(parts, async (sent) => {
        pieces = sent;
        const answer = await post(server.url, connections);
        const got: Buffer[] = [];
        if (answer.ok) for await (const part of answer.body) if (part.ok) got.push(part.bytes);
        expect(Buffer.concat(got)).toEqual(Buffer.concat(sent));
      }),
      { numRuns: 60 },
    );
    expect(server.connections.size).toBe(1);
  });

  it.each([
    ['gzip', gzipSync('words')],
    ['x-gzip', gzipSync('words')],
    ['deflate', deflateSync('words')],
    ['br', brotliCompressSync('words')],
    ['identity', Buffer.from('words')],
  ])('decodes %s where a server insists', async (encoding, bytes) => {
    const server = await startServer((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    expect(await textOf(await post(server.url, await connectTo(server.url)))).toBe('200 words');
  });

  it('gives a compressed piece as soon as it has come', async () => {
    const { promise: hasRead, resolve: read } = Promise.withResolvers<void>();
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
      gzip.pipe(response);
      gzip.write('one');
      void hasRead.then(() => gzip.end('two'));
    });
    const answer = await post(server.url, await connectTo(server.url));
    const texts: string[] = [];
    if (answer.ok) {
      for await (const part of answer.body) {
        texts.push(part.ok ? part.bytes.toString() : part.failure.kind);
        read();
      }
    }
    expect(texts).toEqual(['one', 'two']);
  });

  it.each([
    ['an encoding that no one knows', 'rot13', Buffer.from('jbeqf'), /^invalid-request: .*"rot13"/],
    ['what is not compressed as it says', 'gzip', Buffer.from('words'), /^stream-cut: /],
    ['compressed bytes cut off', 'gzip', gzipSync('words').subarray(0, 12), /^stream-cut: /],
  ])('tells of %s', async (_, encoding, bytes, expected) => {
    const server = await startServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    expect(await textOf(await post(server.url, await connectTo(server.url)))).toMatch(expected);
  });

  it('holds the server back while no one reads', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    let written = 0;
    const { promise: isFull, resolve: full } = Promise.withResolvers<void>();
    const server = await startServer((_, response) => {
      const write = (): void => {
        while (written < 200) {
          written += 1;
          if (!response.write(megabyte)) {
            full();
            response.once('drain', write);
            return;
          }
        }
        response.end();
      };
      write();
    });
    const answer = await post(server.url, await connectTo(server.url));
    await isFull;
    // All that the kernel and both ends may buffer has had its time when other requests have come and gone.
    const other = await startServer((_, response) => response.end('ok'));
    const beside = await connectTo(other.url);
    for (let turn = 0; turn < 20; turn += 1) await textOf(await post(other.url, beside));
    expect(written).toBeLessThan(50);
    let size = 0;
    if (answer.ok) for await (const part of answer.body) size += part.ok ? part.bytes.length : 0;
    expect(size).toBe(200 * megabyte.length);
  });
});

describe('what a server may not do', () => {
  it('follows no redirect, and names the new address without what it hides', async () => {
    let asked = 0;
    const server = await startServer((_, response) => {
      asked += 1;
      response.writeHead(307, { location: 'http://me:secret@elsewhere.example/v2?key=secret' }).end();
    });
    const text = await textOf(await post(server.url, await connectTo(server.url)));
    expect(text).toMatch(/^invalid-request: .*redirects to http:\/\/elsewhere\.example\/v2 \(status 307\)/);
    expect(text).not.toContain('secret');
    expect(asked).toBe(1);
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', /^network: .*is not HTTP/],
    ['a cut head', 'HTTP/1.1 200 OK\r\ncont', /^network: .*(closed before a response|not HTTP)/],
    [
      'a body shorter than announced',
      'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nab',
      /^stream-cut: .*was lost/,
    ],
    ['nothing', '', /^network: .*closed before a response/],
  ])('tells of %s', async (_, bytes, expected) => {
    const server = await startTcpServer((socket) => socket.once('data', () => socket.end(bytes)));
    expect(await textOf(await post(server.url, await connectTo(server.url)))).toMatch(expected);
  });

  it('asks whether the server runs where nothing listens on this machine', async () => {
    const server = createServer();
    const { url } = await listen(server, 'http');
    server.close();
    await once(server, 'close');
    const answer = await post(url, await connectTo(url));
    expect(answer).toMatchObject({
      ok: false,
      failure: { kind: 'network', isRetryable: true, maxRetries: 2 },
    });
    expect(await textOf(answer)).toContain('is it running?');
  });

  it('tells of a certificate whose issuer no one knows, and of plain HTTP where TLS was meant', async () => {
    const secure = await startSecureServer(selfSigned(), (_, response) => response.end('ok'));
    const text = await textOf(await post(secure.url, await connectTo(secure.url)));
    expect(text).toMatch(/^network: The certificate of https:.* NODE_EXTRA_CA_CERTS/);
    const plain = await startServer((_, response) => response.end('ok'));
    const url = new URL(plain.url.href.replace('http:', 'https:'));
    expect(await textOf(await post(url, await connectTo(url)))).toContain('http:// instead of https://');
  });
});

describe('time and aborts', () => {
  type Stage = 'proxy asked' | 'tunnel open' | 'connecting' | 'asked' | 'head' | 'middle';

  /** A server that goes as far as `stage` and then is silent; the answer and a promise of the client's last step. */
  async function silentAt(stage: Stage) {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    let response: ServerResponse | undefined;
    const { promise: hasClosed, resolve: closed } = Promise.withResolvers<void>();
    const env: Record<string, string> = {};
    if (stage === 'proxy asked' || stage === 'tunnel open') {
      const proxy = await startTcpServer((socket) => {
        socket.once('data', () => {
          if (stage === 'proxy asked') return reach();
          socket.once('data', () => reach());
          return socket.write('HTTP/1.1 200 OK\r\n\r\n');
        });
        socket.once('close', () => closed());
      });
      const https = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      return { url: new URL('https://model.test/v1'), env: https, reached, hasClosed };
    }
    if (stage === 'connecting') {
      // TCP stands, TLS never does.
      const server = await startTcpServer((socket) => {
        socket.once('data', () => reach());
        socket.once('close', () => closed());
      });
      return { url: new URL(`https://127.0.0.1:${server.port}/`), env, reached, hasClosed };
    }
    const server = await startServer((request, answer) => {
      response = answer;
      request.resume();
      request.socket.once('close', () => closed());
      request.once('end', () => {
        if (stage !== 'asked') response?.flushHeaders();
        if (stage === 'middle') response?.write('some');
        reach();
      });
    });
    return { url: server.url, env, reached, hasClosed };
  }

  const stages: readonly Stage[] = ['proxy asked', 'tunnel open', 'connecting', 'asked', 'head', 'middle'];

  it.each(stages)('ends a request at once that is aborted: %s', async (stage) => {
    const { url, env, reached, hasClosed } = await silentAt(stage);
    const controller = new AbortController();
    const connections = await connectTo(url, env);
    const whole = post(url, connections, { signal: controller.signal }).then(textOf);
    await reached;
    controller.abort();
    expect(await whole).toMatch(/^aborted: /);
    await hasClosed;
  });

  it('sends nothing when it was aborted before', async () => {
    let asked = 0;
    const server = await startServer((_, response) => {
      asked += 1;
      response.end();
    });
    const signal = AbortSignal.abort();
    expect(await textOf(await post(server.url, await connectTo(server.url), { signal }))).toMatch(/^aborted/);
    expect(asked).toBe(0);
  });

  it.each([
    ['proxy asked', 10_000, /^timeout: Connecting to .* through the proxy .* timed out after 10 s/],
    ['tunnel open', 10_000, /^timeout: Connecting to .* through the proxy .* timed out after 10 s/],
    ['connecting', 10_000, /^timeout: Connecting to .* timed out after 10 s/],
    ['asked', 600_000, /^timeout: .*accepted the request but sent nothing within 600 s.*API_TIMEOUT_MS/],
    ['head', 600_000, /^timeout: .*started a response but sent none of its body within 600 s/],
    ['middle', 300_000, /^stream-cut: .*nothing more for 300 s/],
  ] as const)('gives up when its time is over: %s', async (stage, ms, expected) => {
    const { url, env, reached, hasClosed } = await silentAt(stage);
    const clock = createFakeClock();
    const connections = await connectTo(url, env);
    const limits = { connectTimeoutMs: 10_000, firstByteTimeoutMs: 600_000, idleTimeoutMs: 300_000 };
    const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>();
    const whole = post(url, connections, { ...limits, clock }).then(async (answer) => {
      if (!answer.ok) return textOf(answer);
      let text = '';
      if (stage === 'head') setImmediate(waits);
      for await (const part of answer.body) {
        text += part.ok ? '' : `${part.failure.kind}: ${part.failure.message}`;
        // The reader asks for the next piece when this turn is over, and waits with a timer set.
        if (part.ok) setImmediate(waits);
      }
      return text;
    });
    await reached;
    if (stage === 'head' || stage === 'middle') await isWaiting;
    // A timer is there when the client waits for what comes next, which it may be told of a little later.
    while (clock.untilNext !== ms) await new Promise((resolve) => setImmediate(resolve));
    expect(clock.untilNext).toBe(ms);
    clock.advance(ms - 1);
    clock.advance(1);
    expect(await whole).toMatch(expected);
    await hasClosed;
    expect(clock.pendingTimers).toBe(0);
  });

  it('leaves no listener on a signal that serves a whole session', async () => {
    const server = await startServer((_, response) => response.end('ok'));
    const connections = await connectTo(server.url);
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    for (let turn = 0; turn < 5; turn += 1) await textOf(await post(server.url, connections, { signal }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(listeners).toBe(0);
  });
});

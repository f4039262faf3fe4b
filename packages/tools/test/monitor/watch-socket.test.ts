import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchSocket, type SocketWatchOptions } from '../../src/monitor/watch-socket.ts';
import { startSocketServer } from './support/socket-server.ts';

function watching(url: string, more: Partial<SocketWatchOptions> = {}) {
  const outputPath = join(mkdtempSync(join(tmpdir(), 'sluice-socket-')), 'output');
  const options = {
    ...{ url, protocols: [], outputPath, timeoutMs: undefined, allowPrivate: ['127.0.0.1'], env: {} },
    ...{ signal: new AbortController().signal, ...more },
  };
  return { outputPath, opened: watchSocket(options) };
}

it('writes each message as lines, binary ones by their size, and the close code at last', async () => {
  await using server = await startSocketServer((socket) => {
    socket.send('one\ntwo');
    socket.send(Buffer.from([1, 2, 3]));
    socket.send('zwölf');
    socket.close(1001, 'going away');
  });
  const { outputPath, opened } = watching(server.url);
  const watch = await opened;
  if (!watch.ok) throw new Error(watch.message);
  expect(await watch.ended).toEqual({ end: { status: 'completed', text: '' }, notes: [] });
  expect(readFileSync(outputPath, 'utf8')).toBe(
    'one\ntwo\n[binary 3 bytes]\nzwölf\n[closed 1001 going away]\n',
  );
});

it('ends on request, at its time limit, and when a message is too long', async () => {
  await using silent = await startSocketServer(() => {});
  const stopped = await watching(silent.url).opened;
  if (!stopped.ok) throw new Error(stopped.message);
  stopped.end();
  expect((await stopped.ended).end).toEqual({ status: 'stopped' });

  const timed = await watching(silent.url, { timeoutMs: 20 }).opened;
  expect(timed.ok && (await timed.ended).end).toEqual({ status: 'timed-out', afterMs: 20 });

  await using long = await startSocketServer((socket) => socket.send('x'.repeat(1024 * 1024 + 1)));
  const tooLong = await watching(long.url).opened;
  expect(tooLong.ok && (await tooLong.ended).end).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('Max payload size exceeded'),
  });
});

it.each<[string, Partial<SocketWatchOptions>, RegExp]>([
  ['http://127.0.0.1/', {}, /^bad-url: "http:\/\/127\.0\.0\.1\/" is not the URL of a WebSocket/],
  ['wss://me:pw@example.com/', {}, /^bad-url: .*sockets are opened without signing in/],
  ['wss://169.254.169.254/', {}, /^not-public: /],
  ['ws://127.0.0.1:1/', { allowPrivate: [] }, /^not-public: .*web\.allowPrivate/],
  ['wss://example.com/', { env: { HTTPS_PROXY: 'http://127.0.0.1:1' } }, /^proxy: .*NO_PROXY/],
  [
    'wss://rebound.example/',
    { lookUp: () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]) },
    /^not-connected: .*10\.0\.0\.1, which is not public/,
  ],
])('%s is not connected to, with the reason', async (url, more, expected) => {
  const watch = await watching(url, more).opened;
  expect(watch.ok ? '' : `${watch.code}: ${watch.message}`).toMatch(expected);
});

it('tells of a server that refuses, and of one that is not there', async () => {
  let url: string;
  {
    await using server = await startSocketServer(() => {});
    ({ url } = server);
    const refused = await watching(`${url}refused`).opened;
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('403') });
  }
  const gone = await watching(url).opened;
  expect(gone).toMatchObject({
    ok: false,
    code: 'not-connected',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

it('a call that is stopped gives the connection up', async () => {
  const stop = new AbortController();
  await using server = await startSocketServer(() => {});
  const { opened } = watching(server.url, { signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(opened).rejects.toThrow('stopped');
});

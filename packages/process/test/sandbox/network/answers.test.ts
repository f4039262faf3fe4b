import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpProxy } from '../../../src/sandbox/network/http-proxy.ts';
import { close, listen, portOf } from './servers.ts';

/** A proxy whose every host says this as soon as it is asked; answers with what the client was told. */
async function reportedOf(request: string, answer: string): Promise<string> {
  const open = new Set<Socket>();
  const site = await listen(
    createServer((socket) => {
      open.add(socket.on('error', () => {}));
      socket.once('data', () => void socket.write(answer, 'latin1'));
    }),
    '127.0.0.1',
  );
  const proxy = createHttpProxy(async () => {
    const socket = connect(portOf(site), '127.0.0.1');
    return { status: 'connected', socket: socket.on('error', () => {}) };
  });
  const front = await listen(
    createServer({ allowHalfOpen: true }, (client) => void proxy.emit('connection', client)),
    '127.0.0.1',
  );
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await Promise.all([close(site), close(front)]);
  });
  const client = connect(portOf(front), '127.0.0.1');
  client.write(request);
  return text(client);
}

const GET = 'GET http://a.b/ HTTP/1.1\r\nHost: a.b\r\nConnection: close\r\n\r\n';
const UPLOAD = 'POST http://a.b/ HTTP/1.1\r\nHost: a.b\r\nContent-Length: 9\r\nConnection: close\r\n\r\npart';

/** The host keeps its connection open all the while: nothing but the answer ends the wait. */
it.each([
  [
    'a change of protocol is refused',
    GET,
    '101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    '502',
    'CONNECT',
  ],
  [
    'one that was asked for too',
    GET.replace('close', 'upgrade, close\r\nUpgrade: x'),
    '101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    '502',
    'CONNECT',
  ],
  ['one to no protocol', GET, '101 S\r\n\r\n', '502', 'CONNECT'],
  ['204 and the end of a body', GET, '204 N\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', '204', ''],
  ['304 and the end of a body', GET, '304 N\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', '304', ''],
  ['a byte after the body', GET, '200 K\r\nContent-Length: 2\r\n\r\nhix', '200', 'hi'],
  ['a byte after it in an upload', UPLOAD, '200 K\r\nContent-Length: 2\r\n\r\nhix', '200', 'hi'],
  ['another answer after it', GET, '200 K\r\nContent-Length: 2\r\n\r\nhiHTTP/1.1 200 K\r\n\r\n', '200', 'hi'],
])('an answer that is done: %s', async (_, request, answer, code, body) => {
  const told = await reportedOf(request, `HTTP/1.1 ${answer}`);
  expect(told.slice(0, 12)).toBe(`HTTP/1.1 ${code}`);
  expect(told.slice(told.indexOf('\r\n\r\n'))).toContain(body);
});

import { expect, it } from 'vitest';
import { startTcpServer } from '../support/local-server.ts';
import { connectTo, post } from '../support/post.ts';

it('gives what had come before the connection broke, however late it is read', async () => {
  const server = await startTcpServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nsome words')),
  );
  const answer = await post(server.url, await connectTo(server.url));
  // The end of the connection comes before the first piece is asked for.
  const [connection] = server.connections;
  while (connection?.destroyed !== true) await new Promise((resolve) => setImmediate(resolve));
  const seen: string[] = [];
  if (answer.ok)
    for await (const part of answer.body) seen.push(part.ok ? part.bytes.toString() : part.failure.kind);
  expect(seen).toEqual(['some words', 'stream-cut']);
});

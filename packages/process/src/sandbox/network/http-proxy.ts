import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { splitPort } from './host-entry.ts';
import { forwardRequest } from './forward-request.ts';
import { joinSockets } from './join-sockets.ts';
import { answerOf, type Answer } from './proxy-answer.ts';
import type { Reach } from './reach.ts';

const HEADERS_MS = 60_000;

/**
 * An HTTP proxy that listens nowhere: it is handed connections by its event `connection`. Each request is judged by
 * itself, also the later ones of a connection, and is written anew for its host after Node's parser has read it whole.
 */
export function createHttpProxy(reach: Reach): Server {
  // An upload may take as long as it likes.
  const server = createServer({ requestTimeout: 0, headersTimeout: HEADERS_MS }, (request, response) => {
    void forwardRequest(request, response, reach);
  });
  server.on('connect', (request, client, head) => void openTunnel(request.url ?? '', client, head, reach));
  server.on('clientError', (_error, client) => {
    endWith(client, { status: 400, text: 'This is no HTTP request that a proxy understands.' });
  });
  return server;
}

async function openTunnel(target: string, client: Duplex, head: Buffer, reach: Reach): Promise<void> {
  client.on('error', () => {});
  const { host, port } = splitPort(target);
  if (port === undefined || Number.isNaN(port)) {
    return endWith(client, {
      status: 400,
      text: 'CONNECT takes a host and a port, such as example.com:443.',
    });
  }
  const reached = await reach(host, port);
  if (reached.status !== 'connected') return endWith(client, answerOf(reached));
  const { socket } = reached;
  if (client.destroyed) {
    socket.destroy();
    return;
  }
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) socket.write(head);
  joinSockets(client, socket);
}

function endWith(client: Duplex, { status, text }: Answer): void {
  if (client.destroyed || !client.writable) {
    client.destroy();
    return;
  }
  const body = `${text}\n`;
  const lines = [
    `HTTP/1.1 ${status} Sluice`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  client.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // What else is sent on it is read and thrown away, so that the answer is not lost to a reset.
  client.resume();
}

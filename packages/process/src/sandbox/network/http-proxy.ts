import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerSocket } from './answer-socket.ts';
import { splitPort } from './host-entry.ts';
import { carryUnread, type CarryTunnel } from './carry-tunnel.ts';
import { forwardRequest } from './forward-request.ts';
import { answerOf } from './proxy-answer.ts';
import type { Reach } from './reach.ts';

const HEADERS_MS = 60_000;

/**
 * An HTTP proxy that doesn't listen: connections are passed in through its `connection` event. Each request, including later ones on a
 * connection, is checked on its own, and rewritten for its host after Node's parser has read it completely.
 */
export function createHttpProxy(reach: Reach, carry: CarryTunnel = carryUnread): Server {
  // Uploads have no time limit.
  const server = createServer({ requestTimeout: 0, headersTimeout: HEADERS_MS }, (request, response) => {
    void forwardRequest(request, response, reach);
  });
  // Older versions of Node drop headers beyond a count, even Content-Length; the head size is limited anyway.
  server.maxHeadersCount = 0;
  server.on('connect', (request, client, head) => {
    if (head.length > 0) client.unshift(head);
    void openTunnel(request.url ?? '', client, reach, carry);
  });
  server.on('clientError', (_error, client) => {
    answerSocket(client, { status: 400, text: 'This is not a valid request to an HTTP proxy.' });
  });
  return server;
}

async function openTunnel(target: string, client: Duplex, reach: Reach, carry: CarryTunnel): Promise<void> {
  client.on('error', () => {});
  const { host, port } = splitPort(target);
  if (port === undefined || Number.isNaN(port)) {
    return answerSocket(client, {
      status: 400,
      text: 'CONNECT takes a host and a port, such as example.com:443.',
    });
  }
  const reached = await reach(host, port);
  if (reached.status !== 'connected') return answerSocket(client, answerOf(reached));
  const { socket } = reached;
  if (client.destroyed) {
    socket.destroy();
    return;
  }
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  carry(client, socket, host, port);
}

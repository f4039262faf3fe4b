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
 * An HTTP proxy that listens nowhere: it is handed connections by its event `connection`. Each request is judged by
 * itself, also the later ones of a connection, and is written anew for its host after Node's parser has read it whole.
 */
export function createHttpProxy(reach: Reach, carry: CarryTunnel = carryUnread): Server {
  // An upload may take as long as it likes.
  const server = createServer({ requestTimeout: 0, headersTimeout: HEADERS_MS }, (request, response) => {
    void forwardRequest(request, response, reach);
  });
  // Older versions of Node leave out what is beyond a count, be it the length of a body; the size of a head is limited anyway.
  server.maxHeadersCount = 0;
  server.on('connect', (request, client, head) => {
    if (head.length > 0) client.unshift(head);
    void openTunnel(request.url ?? '', client, reach, carry);
  });
  server.on('clientError', (_error, client) => {
    answerSocket(client, { status: 400, text: 'This is no HTTP request that a proxy understands.' });
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

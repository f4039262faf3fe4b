import { createServer } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

export interface SocketServer extends AsyncDisposable {
  readonly host: string;
  readonly url: string;
}

/** A WebSocket server on the loopback address; `/refused` answers 403. */
export async function startSocketServer(connected: (socket: WebSocket) => void): Promise<SocketServer> {
  const server = createServer((_, response) => void response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, stream, head) => {
    if (request.url === '/refused') stream.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    else sockets.handleUpgrade(request, stream, head, connected);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    host: `127.0.0.1:${port}`,
    url: `ws://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

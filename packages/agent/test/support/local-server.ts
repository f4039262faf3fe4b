import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LocalServer {
  readonly port: number;
  readonly url: URL;
  /** Connections that were ever opened. */
  readonly connections: Set<Socket>;
}

/** An HTTP server on loopback for one test; gone with its connections when the test has ended. */
export function startServer(listener: RequestListener): Promise<LocalServer> {
  return listen(createServer(listener), 'http');
}

export function startSecureServer(
  pair: { readonly key: string; readonly cert: string },
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  return listen(createSecureServer(pair, listener), 'https');
}

/** Bytes only: for servers that speak no HTTP, or badly. */
export function startTcpServer(listener: (socket: Socket) => void): Promise<LocalServer> {
  return listen(createTcpServer(listener), 'http');
}

export async function listen(server: Server, protocol: string): Promise<LocalServer> {
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: new URL(`${protocol}://127.0.0.1:${port}/v1/test?x=1`), connections };
}

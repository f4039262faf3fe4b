import type { Server, Socket } from 'node:net';

const connections = new WeakMap<Server, Set<Socket>>();

export function listen<T extends Server>(server: T, host: string): Promise<T> {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  });
  return new Promise((resolve) => {
    server.listen(0, host, () => resolve(server));
  });
}

/** With its connections, which are not waited for. */
export function close(server: Server): Promise<void> {
  for (const socket of connections.get(server) ?? []) socket.destroy();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

export function openConnections(server: Server): number {
  return connections.get(server)?.size ?? 0;
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

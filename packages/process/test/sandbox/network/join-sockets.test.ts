import { connect, createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { joinSockets } from '../../../src/sandbox/network/join-sockets.ts';
import { close, listen, openConnections, portOf } from './servers.ts';
import { serveTls, testAuthority } from './tls/world.ts';

it('a side that breaks off takes the other along, also where that one is TLS', async () => {
  const authority = testAuthority();
  const site = await serveTls(authority, 'a.b', (socket) => void socket.resume());
  const front = await listen(
    createServer((client) => {
      const inner = connectTls({ port: portOf(site), servername: 'a.b', ca: authority.certificate });
      inner.once('secureConnect', () => {
        joinSockets(client, inner);
        client.destroy();
      });
    }),
    '127.0.0.1',
  );
  onTestFinished(() => Promise.all([site, front].map(close)).then(() => {}));
  const client = connect(portOf(front), '127.0.0.1');
  await new Promise<void>((resolve) => void client.on('error', () => {}).once('close', () => resolve()));
  await expect.poll(() => openConnections(site)).toBe(0);
});

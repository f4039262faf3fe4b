import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { HostRules } from './compile-host-list.ts';
import { connectToHost } from './connect-to-host.ts';
import type { HostList } from './host-list.ts';
import { createHttpProxy } from './http-proxy.ts';
import { carryUnread, type CarryTunnel } from './carry-tunnel.ts';
import type { InnerPlace } from './listener-script.ts';
import { PROXY_PORT, SOCKS_PORT } from './proxy-environment.ts';
import type { Reach } from './reach.ts';
import { SOCKS_VERSION, serveSocks } from './socks-proxy.ts';
import { takeBytes } from './take-bytes.ts';

interface ServedPlace {
  readonly inner: InnerPlace;
  /** Takes over a connection that was accepted there. */
  serve(client: Socket): void;
}

interface Way {
  readonly reach: Reach;
  readonly onSocket: (socket: Socket) => void;
  readonly limitMs: number;
  readonly carry: CarryTunnel;
}

/** Where a sandbox listens for its command, with the proxy first, and how connections are served. */
export function servedPlaces(list: HostList, rules: HostRules, way: Way): readonly ServedPlace[] {
  const { httpProxyPort, socksProxyPort } = list;
  const { reach, carry } = way;
  const proxy = createHttpProxy(reach, carry);
  const toOwnPort = (port: number): ServedPlace['serve'] =>
    carryTo('127.0.0.1', port, () => connectToHost('127.0.0.1', port, { ...way, isOpen: () => true }));
  return [
    {
      inner: { host: '127.0.0.1', port: PROXY_PORT, isNeeded: true },
      serve:
        httpProxyPort === undefined
          ? (client) => void serveProxy(client, proxy, way)
          : toOwnPort(httpProxyPort),
    },
    ...(socksProxyPort === undefined
      ? []
      : [
          {
            inner: { host: '127.0.0.1', port: SOCKS_PORT, isNeeded: true },
            serve: toOwnPort(socksProxyPort),
          },
        ]),
    ...rules.ownPorts.map(({ host, port }) => ({
      inner: { host: host === '::1' ? host : '127.0.0.1', port, isNeeded: false },
      serve: carryTo(host, port, () => reach(host, port), carry),
    })),
  ];
}

/** One port for both kinds of proxy: the first bytes of a connection tell which one the client wants. */
async function serveProxy(client: Socket, proxy: HttpServer, { reach, carry }: Way): Promise<void> {
  const first = await takeBytes(client, 1);
  if (first === undefined) return void client.destroy();
  client.unshift(first);
  if (first[0] === SOCKS_VERSION) return serveSocks(client, reach, carry);
  proxy.emit('connection', client);
}

function carryTo(
  host: string,
  port: number,
  connect: () => ReturnType<Reach>,
  carry = carryUnread,
): ServedPlace['serve'] {
  return (client) => {
    void connect().then((reached) => {
      if (reached.status !== 'connected') client.resetAndDestroy();
      else if (client.destroyed) reached.socket.destroy();
      else carry(client, reached.socket, host, port);
    });
  };
}

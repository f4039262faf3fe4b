import { closeSync, openSync } from 'node:fs';
import { Server, type Socket } from 'node:net';
import type { HostRefusal, NetworkDenial } from '../sandbox-denial.ts';
import { compileHostList } from './compile-host-list.ts';
import type { HostList } from './host-list.ts';
import type { HostNetwork } from './host-network.ts';
import { LISTENER_SCRIPT } from './listener-script.ts';
import { proxyEnvironment } from './proxy-environment.ts';
import { lookUpAll } from './connect-to-host.ts';
import { limitLookUps } from './limit-look-ups.ts';
import { limitReach } from './limit-reach.ts';
import { reachListed } from './reach-listed.ts';
import { servedPlaces } from './served-places.ts';
import { carryUnread } from './carry-tunnel.ts';
import type { Termination } from './tls/open-termination.ts';
import { findUpstream, type Environment } from './upstream-proxy.ts';

const CONNECT_MS = 30_000;
/** For the program inside that listens; busy machines are slow. */
const LISTEN_MS = 30_000;
const MAX_DENIALS = 20;
/** Limits per command, and per port inside, so that it can't use up this process's descriptors. */
const MAX_CONNECTIONS = 512;
const MAX_LOOK_UPS = 64;

/**
 * Opens network access to the hosts of a list. Listening sockets are created inside the sandbox and passed out, and this process serves
 * them: a proxy, and the listed ports of this machine. Throws like `openSync`.
 */
export function openHostNetwork(
  list: HostList,
  environment: Environment,
  termination?: Termination,
): HostNetwork {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const refused = new Map<string, NetworkDenial>();
  const rules = compileHostList(list);
  let isClosed = false;
  let stopWaiting = (): void => {};

  const hold = (socket: Socket): void => {
    if (isClosed) return void socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const onRefused = (host: string, port: number, why: HostRefusal): void => {
    if (refused.size < MAX_DENIALS) refused.set(`${host} ${port}`, { type: 'network', host, port, why });
  };
  const listed = reachListed({
    rules,
    upstream: findUpstream(environment),
    limitMs: CONNECT_MS,
    lookUp: limitLookUps(lookUpAll, MAX_LOOK_UPS),
    onSocket: hold,
    onRefused,
  });
  const reach = limitReach(termination?.guard(listed, onRefused) ?? listed, MAX_CONNECTIONS);
  const carry = termination?.carry(CONNECT_MS, onRefused) ?? carryUnread;
  const places = servedPlaces(list, rules, { reach, carry, onSocket: hold, limitMs: CONNECT_MS });
  // The executable of this process, whatever is at its path by now or visible inside.
  const program = openSync('/proc/self/exe', 'r');

  return {
    environment: { ...proxyEnvironment(list), ...termination?.trust.environment },
    files: termination?.trust.files ?? [],
    descriptors: ['ipc', program],
    words: [LISTENER_SCRIPT, JSON.stringify(places.map(({ inner }) => inner))],
    attach(child) {
      const timer = setTimeout(() => child.kill('SIGKILL'), LISTEN_MS).unref();
      stopWaiting = () => {
        clearTimeout(timer);
        if (child.connected) child.disconnect();
      };
      child.on('message', (index, server) => {
        if (typeof index !== 'number' || !(server instanceof Server)) return;
        servers.push(server);
        clearTimeout(timer);
        server.maxConnections = MAX_CONNECTIONS;
        server.on('error', () => {});
        server.on('connection', (client) => {
          // By default Node would close accepted sockets as soon as the client has finished sending.
          client.allowHalfOpen = true;
          client.on('error', () => {});
          hold(client);
          places[index]?.serve(client);
        });
        if (isClosed) server.close();
        else if (index + 1 === places.length) stopWaiting();
      });
    },
    denials: () => [...refused.values()],
    close() {
      if (isClosed) return;
      isClosed = true;
      stopWaiting();
      closeSync(program);
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

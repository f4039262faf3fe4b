import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { joinSockets } from './join-sockets.ts';

/**
 * Takes over a tunnel to a host: the client's connection and the one to the host.
 *
 * @param host as the client named it
 */
export type CarryTunnel = (client: Duplex, connection: Socket, host: string, port: number) => void;

/** Forwards bytes without inspecting them. */
export const carryUnread: CarryTunnel = (client, connection) => joinSockets(client, connection);

import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { joinSockets } from './join-sockets.ts';

/** Takes over a tunnel to a host: a client, and the connection that was made for it. @param host as it was named */
export type CarryTunnel = (client: Duplex, connection: Socket, host: string, port: number) => void;

/** Bytes as they come, unread. */
export const carryUnread: CarryTunnel = (client, connection) => joinSockets(client, connection);

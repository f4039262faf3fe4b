import type { Socket } from 'node:net';
import { takeBytes } from '../take-bytes.ts';

/** From RFC 8446, 5.1 and 4: a handshake record of any version 3 that contains a ClientHello. */
const HANDSHAKE = 0x16;
const MAJOR_VERSION = 3;
const CLIENT_HELLO = 1;
const HEAD = 6;

/** Whether a socket starts with TLS, judging by its first bytes, which stay in it. */
export async function beginsWithHello(socket: Socket): Promise<boolean> {
  const first = await takeBytes(socket, 1);
  if (first === undefined) return false;
  socket.unshift(first);
  if (first[0] !== HANDSHAKE) return false;
  const head = await takeBytes(socket, HEAD);
  if (head === undefined) return false;
  socket.unshift(head);
  return head[1] === MAJOR_VERSION && head[HEAD - 1] === CLIENT_HELLO;
}

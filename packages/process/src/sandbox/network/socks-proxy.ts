import type { Socket } from 'node:net';
import { carryUnread, type CarryTunnel } from './carry-tunnel.ts';
import type { Reach, Reached } from './reach.ts';
import { takeBytes } from './take-bytes.ts';

export const SOCKS_VERSION = 5;
const NO_AUTHENTICATION = 0;
const CONNECT = 1;
const KIND = { ipv4: 1, name: 3, ipv6: 4 } as const;
/** From RFC 1928, section 6. */
const REPLY = {
  granted: 0,
  notAllowed: 2,
  unreachable: 4,
  refused: 5,
  noSuchCommand: 7,
  noSuchKind: 8,
} as const;

/** Serves one SOCKS5 connection (RFC 1928): no authentication, only `CONNECT`. Never rejects. */
export async function serveSocks(
  client: Socket,
  reach: Reach,
  carry: CarryTunnel = carryUnread,
): Promise<void> {
  client.on('error', () => {});
  const greeting = await takeBytes(client, 2);
  const methods = greeting?.[0] === SOCKS_VERSION ? await takeBytes(client, greeting[1] ?? 0) : undefined;
  if (methods === undefined) return void client.destroy();
  if (!methods.includes(NO_AUTHENTICATION)) return void client.end(Buffer.from([SOCKS_VERSION, 0xff]));
  client.write(Buffer.from([SOCKS_VERSION, NO_AUTHENTICATION]));
  const head = await takeBytes(client, 4);
  if (head?.[0] !== SOCKS_VERSION) return void client.destroy();
  const [, command, , kind] = head;
  const host = await readHost(client, kind);
  if (host === 'unknown-kind') return reply(client, REPLY.noSuchKind);
  const port = host === undefined ? undefined : await takeBytes(client, 2);
  if (host === undefined || port === undefined) return void client.destroy();
  if (command !== CONNECT) return reply(client, REPLY.noSuchCommand);
  const number = port.readUInt16BE(0);
  const reached = await reach(host, number);
  if (reached.status !== 'connected') return reply(client, codeOf(reached));
  if (client.destroyed) return void reached.socket.destroy();
  client.write(replyOf(REPLY.granted));
  carry(client, reached.socket, host, number);
}

async function readHost(client: Socket, kind: number | undefined): Promise<string | undefined> {
  switch (kind) {
    case KIND.ipv4:
      return (await takeBytes(client, 4))?.join('.');
    case KIND.ipv6: {
      const groups = (await takeBytes(client, 16))?.toString('hex').match(/.{4}/g);
      return groups?.join(':');
    }
    case KIND.name: {
      const length = (await takeBytes(client, 1))?.[0] ?? 0;
      return length === 0 ? undefined : (await takeBytes(client, length))?.toString('latin1');
    }
    default:
      return 'unknown-kind';
  }
}

function codeOf(reached: Exclude<Reached, { readonly status: 'connected' }>): number {
  if (reached.status === 'refused') return REPLY.notAllowed;
  return reached.code === 'unreachable' ? REPLY.refused : REPLY.unreachable;
}

function reply(client: Socket, code: number): void {
  client.end(replyOf(code));
  client.resume();
}

/** Don't reveal the bound address. */
function replyOf(code: number): Buffer {
  return Buffer.from([SOCKS_VERSION, code, 0, KIND.ipv4, 0, 0, 0, 0, 0, 0]);
}

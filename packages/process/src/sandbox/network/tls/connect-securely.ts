import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import { present } from '@sluice/base';

export type Secured =
  | { readonly status: 'connected'; readonly socket: TLSSocket }
  /** Full sentences for the reader of the command's output. */
  | { readonly status: 'not-verified' | 'failed'; readonly reason: string };

export interface SecureOptions {
  readonly context: SecureContext;
  readonly limitMs: number;
}

const REMEDY =
  'Nothing was sent to it. To trust it, set NODE_EXTRA_CA_CERTS to its CA (a PEM file) before you start Sluice.';

/** Opens TLS on a connection to a host and verifies the host's name, whatever the environment says. Never rejects. */
export function connectSecurely(
  connection: Socket,
  host: string,
  { context, limitMs }: SecureOptions,
): Promise<Secured> {
  // HTTP doesn't use half-open connections, and a host that has closed its half must not get another request.
  connection.allowHalfOpen = false;
  const socket = connect({
    socket: connection,
    host,
    ...present({ servername: isIP(host) === 0 ? host : undefined }),
    secureContext: context,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      fail(`${host} did not complete the TLS handshake in time (${limitMs} ms).`);
    }, limitMs);
    const fail = (reason: string, status: 'not-verified' | 'failed' = 'failed'): void => {
      clearTimeout(timer);
      socket.destroy();
      connection.destroy();
      resolve({ status, reason });
    };
    socket.on('error', (error) => {
      const isUnverified = Boolean(socket.authorizationError);
      if (isUnverified)
        fail(
          `The certificate of ${host} is not accepted: ${stripHint(error.message)}. ${REMEDY}`,
          'not-verified',
        );
      else fail(`${host} failed the TLS handshake with the sandbox proxy: ${error.message}.`);
    });
    socket.once('close', () => fail(`${host} closed the connection during the TLS handshake.`));
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      resolve({ status: 'connected', socket });
    });
  });
}

/** Node appends a hint for its own programs (`--use-system-ca`), but the command may be any program. */
function stripHint(message: string): string {
  const end = message.indexOf('; ');
  return end === -1 ? message : message.slice(0, end);
}

import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';

export type Secured =
  | { readonly status: 'connected'; readonly socket: TLSSocket }
  /** Whole sentences, for whoever reads the command's output. */
  | { readonly status: 'not-verified' | 'failed'; readonly reason: string };

export interface SecureOptions {
  readonly context: SecureContext;
  readonly limitMs: number;
}

const REMEDY =
  'Nothing was sent to it. If a person trusts it, NODE_EXTRA_CA_CERTS has to name its authority (a PEM file) where Sluice is started.';

/** Speaks TLS on a connection to a host, and holds the host to its name whatever the environment says. Never rejects. */
export function connectSecurely(
  connection: Socket,
  host: string,
  { context, limitMs }: SecureOptions,
): Promise<Secured> {
  // HTTP has no use for a half of a connection, and a host that has ended its half must not be asked again.
  connection.allowHalfOpen = false;
  const socket = connect({
    socket: connection,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    secureContext: context,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      fail(`${host} has not answered to TLS in time (${limitMs} ms).`);
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
          `The certificate of ${host} is not accepted: ${withoutHint(error.message)}. ${REMEDY}`,
          'not-verified',
        );
      else fail(`${host} does not speak TLS with the proxy of the sandbox: ${error.message}.`);
    });
    socket.once('close', () => fail(`${host} has ended the connection before TLS was agreed on.`));
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      resolve({ status: 'connected', socket });
    });
  });
}

/** Node appends what would help a program of its own (`--use-system-ca`), and the command may be any. */
function withoutHint(message: string): string {
  const end = message.indexOf('; ');
  return end === -1 ? message : message.slice(0, end);
}

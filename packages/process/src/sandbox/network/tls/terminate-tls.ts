import type { Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import type { HostRefusal, TlsProblem } from '../../sandbox-denial.ts';
import { canonicalHost } from '../canonical-host.ts';
import type { Authority } from './authority.ts';
import { connectSecurely } from './connect-securely.ts';
import type { ExchangeTables } from './exchange-tables.ts';
import type { HostPlace } from './judge-request.ts';
import { serveRequests } from './serve-requests.ts';

export interface TerminateOptions {
  readonly authority: Authority;
  /** Whom to trust about hosts. */
  readonly context: SecureContext;
  readonly limitMs: number;
  readonly onRefused: (place: HostPlace, why: HostRefusal) => void;
}

/** What most programs say that do not trust the certificate that they are shown. Those in Node just go. */
const DISTRUST = /_ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)$/;

/**
 * Ends the TLS of a client that has begun to speak it, in the name of the host that its tunnel is to, and speaks TLS with that
 * host. What requests within hold is exchanged on the way.
 *
 * @param client its first bytes still in it @param connection to the host, nothing said on it yet
 */
export function terminateTls(
  client: Socket,
  connection: Socket,
  place: HostPlace,
  tables: ExchangeTables,
  { authority, context, limitMs, onRefused }: TerminateOptions,
): void {
  const host = connectSecurely(connection, place.host, { context, limitMs });
  const inner = new TLSSocket(client, {
    isServer: true,
    secureContext: authority.leafFor(place.host),
    ALPNProtocols: ['http/1.1'],
  });
  const timer = setTimeout(() => inner.destroy(), limitMs);
  inner.on('error', (error) => {
    const why = handshakeProblem(error, place);
    if (why !== undefined) onRefused(place, { kind: 'tls', ...why });
    inner.destroy();
  });
  inner.once('close', () => {
    clearTimeout(timer);
    client.destroy();
    connection.destroy();
  });
  inner.once('secure', () => {
    clearTimeout(timer);
    const { servername } = inner;
    const named = typeof servername === 'string' && servername !== '' ? servername : undefined;
    serveRequests(inner, {
      place,
      tables,
      named: named === undefined ? undefined : (canonicalHost(named) ?? named),
      host,
      onRefused: (problem, reason) => onRefused(place, { kind: 'tls', problem, reason }),
    });
  });
}

/** Why a program and the proxy have not agreed on TLS, as far as that is known. */
function handshakeProblem(
  error: Error,
  { host }: HostPlace,
): { readonly problem: TlsProblem; readonly reason: string } | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (DISTRUST.test(code)) {
    const reason = `A program does not trust the authority that the sandbox shows for ${host}, since it has roots of its own. Have it go by SSL_CERT_FILE, or give it the file that this variable names inside.`;
    return { problem: 'not-trusted', reason };
  }
  if (code === 'ERR_SSL_NO_APPLICATION_PROTOCOL') {
    const reason = `A program speaks another protocol with ${host} than HTTP/1.1 (HTTP/2 alone, as gRPC does), and that is all that the sandbox looks into where a masked value goes. Have it speak HTTP/1.1.`;
    return { problem: 'other-protocol', reason };
  }
  return undefined;
}

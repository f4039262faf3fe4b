import type { Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import type { HostRefusal, TlsProblem } from '../../sandbox-denial.ts';
import { canonicalHost } from '../canonical-host.ts';
import type { Authority } from './authority.ts';
import { connectSecurely } from './connect-securely.ts';
import type { ExchangeTables } from './exchange-tables.ts';
import type { HostPlace } from './judge-request.ts';
import { serveRequests } from './serve-requests.ts';

interface TerminateOptions {
  readonly authority: Authority;
  /** CAs to trust for hosts. */
  readonly context: SecureContext;
  readonly limitMs: number;
  readonly onRefused: (place: HostPlace, why: HostRefusal) => void;
}

/** Alerts that most programs send if they don't trust a certificate. Programs in Node just disconnect. */
const DISTRUST = /_ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)$/;

/**
 * Terminates a client's TLS as the host of its tunnel, and opens TLS to that host. Requests inside are forwarded with replacements.
 *
 * @param client its first bytes are still unread
 * @param connection to the host, still unused
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

/** Why a program and the proxy failed to agree on TLS, if known. */
function handshakeProblem(
  error: Error,
  { host }: HostPlace,
): { readonly problem: TlsProblem; readonly reason: string } | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (DISTRUST.test(code)) {
    const reason = `A program does not trust the CA that the sandbox uses for ${host}, because it has its own root certificates. Make it use SSL_CERT_FILE, or pass it the file that this variable names.`;
    return { problem: 'not-trusted', reason };
  }
  if (code === 'ERR_SSL_NO_APPLICATION_PROTOCOL') {
    const reason = `A program uses a protocol other than HTTP/1.1 with ${host} (for example HTTP/2, as gRPC does), but for hosts that get masked values, the sandbox can inspect only HTTP/1.1. Make it use HTTP/1.1.`;
    return { problem: 'other-protocol', reason };
  }
  return undefined;
}

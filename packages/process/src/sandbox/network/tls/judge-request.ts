import type { IncomingMessage } from 'node:http';
import { canonicalHost } from '../canonical-host.ts';
import { splitPort } from '../host-entry.ts';
import type { Answer } from '../proxy-answer.ts';

export interface HostPlace {
  /** Canonical. */
  readonly host: string;
  readonly port: number;
}

const TLS_PORT = 443;

/** What is wrong with a request inside a tunnel; undefined if it is for the tunnel's host and clearly framed. */
export function judgeRequest(request: IncomingMessage, place: HostPlace): Answer | undefined {
  const { headers, headersDistinct, url = '' } = request;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return { status: 501, text: `The transfer coding ${coding} is not supported.` };
  }
  if (coding !== undefined && headers['content-length'] !== undefined) {
    return {
      status: 400,
      text: 'This request has both a length and chunks, so its end is ambiguous.',
    };
  }
  const [named, ...others] = headersDistinct['host'] ?? [];
  if (others.length > 0) return { status: 400, text: 'This request has more than one Host header.' };
  if (named !== undefined && !isPlace(named, place)) return misdirected(named, place);
  if (!url.startsWith('/') && !(request.method === 'OPTIONS' && url === '*')) {
    const text = 'Inside a tunnel a request names only a path, such as /index.html.';
    return { status: 400, text };
  }
  return undefined;
}

/** The error for a name in TLS or in a Host header that isn't the tunnel's. */
export function misdirected(named: string, { host, port }: HostPlace): Answer & { readonly status: 421 } {
  const shown = JSON.stringify(named.slice(0, 300));
  const text = `The tunnel is to ${host}:${port}, but the request inside it names ${shown}. The sandbox inspects this tunnel, because secrets are sent to that host, and allows no other name.`;
  return { status: 421, text };
}

function isPlace(named: string, place: HostPlace): boolean {
  const { host, port = TLS_PORT } = splitPort(named);
  return canonicalHost(host) === place.host && port === place.port;
}

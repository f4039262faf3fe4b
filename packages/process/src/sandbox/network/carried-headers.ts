import type { IncomingMessage } from 'node:http';

/** Headers about one connection instead of the message (RFC 9110, 7.6.1), or for the proxy. */
const PER_CONNECTION: ReadonlySet<string> = new Set(
  (
    'connection proxy-connection keep-alive proxy-authorization proxy-authenticate te trailer upgrade expect ' +
    'transfer-encoding'
  ).split(' '),
);

/** The headers of a message (names and values alternating) without `Host` and those about its connection. */
export function carriedHeaders({ rawHeaders, headers }: IncomingMessage): readonly string[] {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const dropped = new Set([...PER_CONNECTION, ...named, 'host']);
  // A body without a declared end would be read as the next message.
  dropped.delete('content-length');
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !dropped.has(name.toLowerCase()) ? [name, rawHeaders[index + 1] ?? ''] : [],
  );
}

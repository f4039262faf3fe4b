import type { MaskedSecret } from './masked-secret.ts';
import type { TlsTermination } from './tls-termination.ts';

/**
 * Hosts that a command may reach, and no other. An entry is `example.com`, `*.example.com` (not the bare name), an
 * address (`192.0.2.1`, `[2001:db8::1]`) or `*`; any of them with a port. Without one an allowed name stands for 80, 443
 * and 22, a denied one for every port. An entry that makes no sense opens nothing, and denies nothing.
 */
export interface HostList {
  readonly allowed: readonly string[];
  /** Stronger than `allowed`. */
  readonly denied: readonly string[];
  /** Port of an HTTP proxy on this machine that commands get instead of ours: whom they reach is for it to say. */
  readonly httpProxyPort?: number;
  /** The same for a SOCKS5 proxy. */
  readonly socksProxyPort?: number;
  /** Values that the proxy puts in the place of their stand-ins on the way to their hosts, inside TLS that it ends. */
  readonly secrets?: readonly MaskedSecret[];
  /** Undefined: all TLS passes unread, and no stand-in is exchanged. */
  readonly tlsTerminate?: TlsTermination;
}

import type { MaskedSecret } from './masked-secret.ts';
import type { TlsTermination } from './tls-termination.ts';

/**
 * The only hosts that a command may reach. An entry is `example.com`, `*.example.com` (without the bare name), an address (`192.0.2.1`,
 * `[2001:db8::1]`) or `*`, each with an optional port. Without a port, an allowed entry covers 80, 443 and 22, and a denied one every
 * port. An invalid entry has no effect.
 */
export interface HostList {
  readonly allowed: readonly string[];
  /** Overrides `allowed`. */
  readonly denied: readonly string[];
  /** Port of an HTTP proxy on this machine that commands use instead of ours; it decides which hosts they reach. */
  readonly httpProxyPort?: number;
  /** The same for a SOCKS5 proxy. */
  readonly socksProxyPort?: number;
  /** Values that the proxy substitutes for their placeholders on the way to their hosts, in TLS that it terminates. */
  readonly secrets?: readonly MaskedSecret[];
  /** Undefined: TLS passes through uninspected, and no placeholder is replaced. */
  readonly tlsTerminate?: TlsTermination;
}

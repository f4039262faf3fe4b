/** What a sandbox denied, as far as the command's output and the profile together prove it. */
export type SandboxDenial =
  | {
      readonly type: 'write';
      /** Absolute. It exists or could be created, and only the profile prevents access. */
      readonly path: string;
      /** It is protected within a writable tree, so allowing more doesn't help. */
      readonly isProtected?: true;
    }
  | NetworkDenial
  | {
      readonly type: 'unix-socket';
      /** Absolute; undefined if nothing names it. */
      readonly path?: string;
      /** The command tried to connect there, and nothing is at that path: allowing it doesn't help. */
      readonly isMissing?: true;
    };

/** A proxy knows both; otherwise the host is known only if the command's output names it. */
export interface NetworkDenial {
  readonly type: 'network';
  readonly host?: string;
  readonly port?: number;
  /** Known if a proxy refused. */
  readonly why?: HostRefusal;
}

export type HostRefusal =
  | { readonly kind: 'not-listed' }
  /** The program looked up a name or called a host directly, but this sandbox only has a proxy. */
  | { readonly kind: 'past-proxy' }
  /** The settings deny it, by name or by its address. */
  | { readonly kind: 'denied' }
  /** It is listed, but resolves to an address that is neither public nor listed. */
  | { readonly kind: 'not-public'; readonly address: string }
  /** It is listed, but its name or this machine's proxy leads nowhere. */
  | { readonly kind: 'not-reached'; readonly reason: string }
  /** Secrets go there, so its TLS was inspected, and that failed. Full sentences, including the fix. */
  | {
      readonly kind: 'tls';
      readonly problem: TlsProblem;
      readonly reason: string;
    };

export type TlsProblem =
  /** The host's certificate is not accepted. */
  | 'not-verified'
  /** The host doesn't speak TLS, or no supported version. */
  | 'no-tls'
  /** The request inside the tunnel is for another host. */
  | 'misdirected'
  /** The program doesn't trust the proxy's certificate. */
  | 'not-trusted'
  /** The protocol inside TLS can't be inspected. */
  | 'other-protocol'
  /** The certificate authority in the settings can't be used. */
  | 'no-authority';

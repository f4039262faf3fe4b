/** What a sandbox has refused, as far as the command's own words and the profile together prove it. */
export type SandboxDenial =
  | {
      readonly type: 'write';
      /** Absolute. It exists or could be made, and only the profile stands against it. */
      readonly path: string;
      /** It is protected within what may be written, so that to open more does not help. */
      readonly isProtected?: true;
    }
  | NetworkDenial
  | {
      readonly type: 'unix-socket';
      /** Absolute; undefined where nobody has named it. */
      readonly path?: string;
      /** The command would have called there, and nothing is at that path: to let it through does not help. */
      readonly isMissing?: true;
    };

/** From a proxy both are known; else the host where the command has named it in its output. */
export interface NetworkDenial {
  readonly type: 'network';
  readonly host?: string;
  readonly port?: number;
  /** Known where a proxy has said no. */
  readonly why?: HostRefusal;
}

export type HostRefusal =
  | { readonly kind: 'not-listed' }
  /** The program has asked for a name, or called a host, itself: all that there is in this sandbox is a proxy. */
  | { readonly kind: 'past-proxy' }
  /** The settings deny it by name, or by the address that it has. */
  | { readonly kind: 'denied' }
  /** It is listed, and leads to an address that is not public and not listed itself. */
  | { readonly kind: 'not-public'; readonly address: string }
  /** It is listed, and its name or the proxy of this machine leads nowhere. */
  | { readonly kind: 'not-reached'; readonly reason: string }
  /** Secrets go there, so that its TLS was looked into, and that went no further. Whole sentences, with what would mend it. */
  | {
      readonly kind: 'tls';
      readonly problem: TlsProblem;
      readonly reason: string;
    };

export type TlsProblem =
  /** The host's certificate is not accepted. */
  | 'not-verified'
  /** The host does not speak TLS, or not such as is spoken here. */
  | 'no-tls'
  /** What was said inside the tunnel is for another host. */
  | 'misdirected'
  /** The program does not trust the proxy's certificate. */
  | 'not-trusted'
  /** The program speaks nothing within TLS that can be looked into. */
  | 'other-protocol'
  /** The authority that the settings name can't be used. */
  | 'no-authority';

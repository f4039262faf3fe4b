/** The authority that vouches for the proxy where it ends the TLS of a request. Absolute paths of PEM files; without, one is made in this process. */
export interface TlsTermination {
  readonly caCertPath?: string;
  readonly caKeyPath?: string;
}

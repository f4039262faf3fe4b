/** The CA that the proxy uses when it terminates TLS. Absolute paths of PEM files; by default one is created in this process. */
export interface TlsTermination {
  readonly caCertPath?: string;
  readonly caKeyPath?: string;
}

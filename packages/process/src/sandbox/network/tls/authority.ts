import { generateKeyPairSync } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { makeLeafCertificate, type Signer, type Term } from './make-certificate.ts';

/** The certificate authority that the proxy uses toward a command. */
export interface Authority {
  /** PEM: its certificate, and its issuers if known. */
  readonly certificate: string;
  /**
   * The certificate and key that the proxy presents as a host.
   *
   * @param host canonical
   */
  leafFor(host: string): SecureContext;
}

export type OpenedAuthority =
  | { readonly status: 'opened'; readonly authority: Authority }
  /** Full sentences for the user. */
  | { readonly status: 'refused'; readonly reason: string };

const MAX_LEAVES = 256;

/** Creates certificates on demand. They share one key, which is created here and, like the CA's, never leaves this process. */
export function createAuthority(signer: Signer, certificate: string, term: Term): Authority {
  const leaves = new Map<string, SecureContext>();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return {
    certificate,
    leafFor(host) {
      const known = leaves.get(host);
      if (known !== undefined) return known;
      const leaf = makeLeafCertificate(host, privateKey, signer, term);
      const context = createSecureContext({ key, cert: `${leaf}${certificate}`, minVersion: 'TLSv1.2' });
      const [oldest] = leaves.keys();
      if (leaves.size >= MAX_LEAVES && oldest !== undefined) leaves.delete(oldest);
      leaves.set(host, context);
      return context;
    },
  };
}

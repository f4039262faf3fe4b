import { generateKeyPairSync } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { makeLeafCertificate, type Signer, type Term } from './make-certificate.ts';

/** Vouches for the proxy to a command. */
export interface Authority {
  /** PEM: its certificate, and those above it where they are known. */
  readonly certificate: string;
  /** What the proxy shows instead of a host. @param host canonical */
  leafFor(host: string): SecureContext;
}

export type OpenedAuthority =
  | { readonly status: 'opened'; readonly authority: Authority }
  /** For a person, whole sentences. */
  | { readonly status: 'refused'; readonly reason: string };

const MAX_LEAVES = 256;

/** Makes leaves as they are asked for. They share one key, which is made here too, and leaves this process no more than the authority's. */
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

import * as tls from 'node:tls';
import type { Environment } from '../upstream-proxy.ts';
import { certificatesAt, systemRoots } from './system-roots.ts';

let held: { readonly roots: string; readonly context: tls.SecureContext } | undefined;

/**
 * The CAs that the proxy trusts: those of Node with NODE_EXTRA_CA_CERTS, of the system, and in the SSL_CERT_FILE file. Loaded once,
 * because parsing hundreds of them takes a while.
 *
 * @param environment of this process
 */
export function hostContext(environment: Environment): tls.SecureContext {
  const roots = [
    ...nodeRoots(environment),
    ...systemRoots().certificates,
    ...ownRoots(environment, 'SSL_CERT_FILE'),
  ];
  const key = roots.join('');
  if (held?.roots !== key) {
    held = { roots: key, context: tls.createSecureContext({ ca: roots, minVersion: 'TLSv1.2' }) };
  }
  return held.context;
}

/** Before 22.15, Node only exposes its own roots. */
function nodeRoots(environment: Environment): readonly string[] {
  if (typeof tls.getCACertificates === 'function') return tls.getCACertificates('default');
  return [...tls.rootCertificates, ...ownRoots(environment, 'NODE_EXTRA_CA_CERTS')];
}

function ownRoots(environment: Environment, name: string): readonly string[] {
  const path = environment[name] ?? '';
  return path === '' ? [] : (certificatesAt(path) ?? []);
}

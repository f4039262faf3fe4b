import * as tls from 'node:tls';
import type { Environment } from '../upstream-proxy.ts';
import { certificatesAt, systemRoots } from './system-roots.ts';

let held: { readonly roots: string; readonly context: tls.SecureContext } | undefined;

/**
 * Whom the proxy trusts about hosts: the roots of Node with those of NODE_EXTRA_CA_CERTS, of the system, and of the file in SSL_CERT_FILE.
 * To read some hundred of them takes a while, so that it is done once.
 *
 * @param environment this process's
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

/** Node before 22.15 tells its own roots alone. */
function nodeRoots(environment: Environment): readonly string[] {
  if (typeof tls.getCACertificates === 'function') return tls.getCACertificates('default');
  return [...tls.rootCertificates, ...ownRoots(environment, 'NODE_EXTRA_CA_CERTS')];
}

function ownRoots(environment: Environment, name: string): readonly string[] {
  const path = environment[name] ?? '';
  return path === '' ? [] : (certificatesAt(path) ?? []);
}

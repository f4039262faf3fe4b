import { resolve } from 'node:path';
import type { InnerFile } from '../inner-file.ts';
import type { Environment } from '../upstream-proxy.ts';
import { certificatesAt, systemRoots } from './system-roots.ts';

export interface TrustFiles {
  readonly files: readonly InnerFile[];
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The variables that programs use to find their roots: curl, git, Python's requests and pip, cargo, the AWS tools, Deno, and anything
 * that uses OpenSSL or Go.
 */
const INSTEAD = [
  'SSL_CERT_FILE',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'PIP_CERT',
  'CARGO_HTTP_CAINFO',
  'AWS_CA_BUNDLE',
  'DENO_CERT',
];
/** Node uses this file in addition to its own roots. */
const BESIDE = 'NODE_EXTRA_CA_CERTS';

/**
 * Makes a command's programs trust a CA in addition to those they already trust: the file that a variable already names, or else the
 * system's roots. A variable that names an unreadable file is left alone. Only certificates are copied from a file.
 *
 * @param environment of the command
 * @param cwd base of relative paths
 */
export function trustFiles(authority: string, environment: Environment, cwd: string): TrustFiles {
  const system = systemRoots();
  const usual = [...system.certificates, authority].join('');
  // Replaces the system's own file too, for programs that use no variable (GnuTLS, and so wget on Debian).
  const paths = new Map([[usual, system.path ?? pathOf(0)]]);
  const named = new Map<string, string>();
  for (const name of [...INSTEAD, BESIDE]) {
    const own = environment[name] ?? '';
    const added = own === '' ? [] : certificatesAt(resolve(cwd, own));
    if (added === undefined) continue;
    const text = own === '' && name !== BESIDE ? usual : [...added, authority].join('');
    const path = paths.get(text) ?? pathOf(paths.size);
    paths.set(text, path);
    named.set(name, path);
  }
  return {
    files: [...paths].map(([text, path]) => ({ path, text })),
    environment: Object.fromEntries(named),
  };
}

/** Among the sandbox's own devices, the only place inside where files can be created. */
function pathOf(index: number): string {
  return `/dev/sluice-roots-${index}.pem`;
}

import { resolve } from 'node:path';
import type { InnerFile } from '../inner-file.ts';
import type { Environment } from '../upstream-proxy.ts';
import { certificatesAt, systemRoots } from './system-roots.ts';

export interface TrustFiles {
  readonly files: readonly InnerFile[];
  readonly environment: Readonly<Record<string, string>>;
}

/** By what programs find their roots: curl, git, Python's requests and pip, cargo, the tools of AWS, Deno, and whatever uses OpenSSL or Go. */
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
/** Node takes what it names beside its own roots. */
const BESIDE = 'NODE_EXTRA_CA_CERTS';

/**
 * Has programs of a command trust an authority besides what they trust anyway: the file that a variable names already, else the roots of
 * the system. A variable that names no file that can be read is left alone. What is taken over are certificates, and nothing
 * else that may stand in a file.
 *
 * @param environment the command's @param cwd what relative paths begin at
 */
export function trustFiles(authority: string, environment: Environment, cwd: string): TrustFiles {
  const system = systemRoots();
  const usual = [...system.certificates, authority].join('');
  // In the place of the system's own file it is also found by programs that go by no variable (GnuTLS, and so wget on Debian).
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

/** Among the sandbox's own devices, since nowhere else inside can anything be made. */
function pathOf(index: number): string {
  return `/dev/sluice-roots-${index}.pem`;
}

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
 * else that may stand in a file. Directories of the sandbox's own devices hold the files, since nothing else inside can be made.
 *
 * @param environment the command's @param cwd what relative paths begin at
 */
export function trustFiles(authority: string, environment: Environment, cwd: string): TrustFiles {
  const paths = new Map<string, string>();
  const named = new Map<string, string>();
  let system: readonly string[] | undefined;
  for (const name of [...INSTEAD, BESIDE]) {
    const own = environment[name] ?? '';
    const trusted =
      own !== '' ? certificatesAt(resolve(cwd, own)) : name === BESIDE ? [] : (system ??= systemRoots());
    if (trusted === undefined) continue;
    const text = [...trusted, authority].join('');
    const path = paths.get(text) ?? `/dev/sluice-roots-${paths.size + 1}.pem`;
    paths.set(text, path);
    named.set(name, path);
  }
  return {
    files: [...paths].map(([text, path]) => ({ path, text })),
    environment: Object.fromEntries(named),
  };
}

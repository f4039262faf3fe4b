import { readFileSync, realpathSync, statSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { certificateBlocks } from './pem-certificates.ts';

/** Single-file root stores of Debian, Fedora, openSUSE and Alpine. */
const PLACES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
const MAX_BYTES = 8 * 1024 * 1024;

interface SystemRoots {
  /** Path of the file they are in, with links resolved; undefined: the system has none, and these are Node's. */
  readonly path: string | undefined;
  /** Each as PEM. */
  readonly certificates: readonly string[];
}

/** The root certificates that programs on this system trust. */
export function systemRoots(): SystemRoots {
  for (const place of PLACES) {
    const certificates = certificatesAt(place) ?? [];
    if (certificates.length > 0) return { path: realpathSync(place), certificates };
  }
  return { path: undefined, certificates: rootCertificates.map((pem) => `${pem}\n`) };
}

/** The certificates in a file, each as PEM; undefined if it can't be read. */
export function certificatesAt(path: string): readonly string[] | undefined {
  try {
    const about = statSync(path);
    if (!about.isFile() || about.size > MAX_BYTES) return undefined;
    return certificateBlocks(readFileSync(path, 'latin1'));
  } catch {
    return undefined;
  }
}

import { readFileSync, statSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { certificateBlocks } from './pem-certificates.ts';

/** Where systems keep their roots in one file: Debian, Fedora, openSUSE, Alpine. */
const PLACES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
const MAX_BYTES = 8 * 1024 * 1024;

/** The roots that programs of this system trust, each as PEM; where it has no file of them, those of Node. */
export function systemRoots(): readonly string[] {
  for (const path of PLACES) {
    const found = certificatesAt(path) ?? [];
    if (found.length > 0) return found;
  }
  return rootCertificates.map((pem) => `${pem}\n`);
}

/** The certificates in a file, each as PEM; undefined: it is no file that can be read. */
export function certificatesAt(path: string): readonly string[] | undefined {
  try {
    const about = statSync(path);
    if (!about.isFile() || about.size > MAX_BYTES) return undefined;
    return certificateBlocks(readFileSync(path, 'latin1'));
  } catch {
    return undefined;
  }
}

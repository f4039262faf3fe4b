import { readFileSync } from 'node:fs';

/** The version in a package's manifest. */
export function packageVersion(manifestPath: URL): string {
  const manifest: unknown = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}

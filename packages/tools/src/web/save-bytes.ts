import { writeFileSync } from 'node:fs';

/** Writes a file that did not exist. Undefined: it could not be written. */
export function saveBytes(path: string, bytes: Uint8Array): string | undefined {
  try {
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}

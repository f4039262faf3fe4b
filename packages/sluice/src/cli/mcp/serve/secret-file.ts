import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/**
 * A random secret in a file that only this user can read, created on first use. Two programs that start simultaneously
 * get the same one.
 * @throws as `node:fs` does
 */
export function readSecret(directory: string, name: string): Buffer {
  const path = join(directory, name);
  const known = readIfThere(path);
  if (known !== undefined) return known;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(unfinished, path);
  } catch {
    // Another program was faster.
  }
  rmSync(unfinished, { force: true });
  return readIfThere(path) ?? randomBytes(KEY_BYTES);
}

function readIfThere(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
    return key.length >= KEY_BYTES ? key : undefined;
  } catch {
    return undefined;
  }
}

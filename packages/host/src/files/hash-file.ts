import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { FileFingerprint } from '@sluice/core';

/** Up to this size, in bytes, the whole content counts; above it identity, size and time of change. */
const LARGEST_WHOLE = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/**
 * A file's fingerprint as of the moment before its content is read, so that a change on the way shows at the next look.
 * Undefined for what is not a regular file; rejects when it can't be read.
 */
export async function hashFile(path: string): Promise<FileFingerprint | undefined> {
  // Without O_NONBLOCK, opening a pipe that took the file's place would wait for a writer.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile()) return undefined;
    const hash = found.size <= LARGEST_WHOLE ? await hashContent(handle) : await hashIdentity(handle);
    return { hash, size: found.size, mtimeMs: found.mtimeMs, inode: found.ino };
  } finally {
    await handle.close();
  }
}

async function hashContent(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (let total = 0; total <= LARGEST_WHOLE;) {
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, null);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return hash.digest('hex');
}

async function hashIdentity(handle: FileHandle): Promise<string> {
  const { dev, ino, size, mtimeNs } = await handle.stat({ bigint: true });
  return createHash('sha256').update(`${dev}:${ino}:${size}:${mtimeNs}`).digest('hex');
}

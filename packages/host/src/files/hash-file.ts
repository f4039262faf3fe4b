import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { FileFingerprint, FilePart } from '@sluice/core';

/** Up to this size, in bytes, the fingerprint covers the whole content; above it, identity, size and times. */
export const LARGEST_WHOLE = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/**
 * Whether a large file is unchanged: its identity and times are the same, or it has the same size and the content that was last read and
 * written. False for another file, or if it can't be read.
 */
export async function isAsKnown(path: string, known: FileFingerprint): Promise<boolean> {
  const { size, inode, parts = [] } = known;
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const found = await handle.stat();
    if (!found.isFile() || found.size !== size || found.ino !== inode) return false;
    if ((await hashIdentity(handle)) === known.hash) return true;
    for (const part of parts) if (!(await holds(handle, part))) return false;
    return parts.length > 0;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

async function holds(handle: FileHandle, { start, end, crc32: expected }: FilePart): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, end - start));
  let sum = 0;
  for (let position = start; position < end;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK, end - position), position);
    if (bytesRead === 0) return false;
    sum = crc32(buffer.subarray(0, bytesRead), sum);
    position += bytesRead;
  }
  return sum === expected;
}

/**
 * A file's fingerprint from just before its content is read, so that a change meanwhile shows at the next check. Undefined if it isn't a
 * regular file; rejects if it can't be read.
 */
export async function hashFile(path: string): Promise<FileFingerprint | undefined> {
  // Without O_NONBLOCK, opening a pipe that replaced the file would wait for a writer.
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
  const { dev, ino, size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
  return createHash('sha256').update(`${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`).digest('hex');
}

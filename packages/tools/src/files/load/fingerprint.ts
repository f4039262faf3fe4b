import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { FileFingerprint, FilePart } from '@sluice/core';

/** Up to 64 MiB, a fingerprint is the hash of the whole content. */
export const WHOLE_HASH_LIMIT = 64 * 1024 * 1024;

/** True if the file is too large to hash, so that identity, size and time represent its content. */
export function isLargeFile(stats: BigIntStats): boolean {
  return stats.size > WHOLE_HASH_LIMIT;
}

/**
 * Hex SHA-256 of `<device>:<inode>:<size>:<mtime>:<ctime>`, times in ns: the hash of a file above 64 MiB. Changes if the file is merely
 * touched.
 */
export function hashOfIdentity({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return createHash('sha256').update(`${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`).digest('hex');
}

/** Hex SHA-256 of bytes in memory. */
export function hashOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes hashed at a time, a few milliseconds, so that other work gets its turn. */
const CHUNK = 8 * 1024 * 1024;

/** The same for many bytes, one part at a time. */
export async function hashInTurns(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += CHUNK) {
    if (from > 0) await new Promise(setImmediate);
    hash.update(bytes.subarray(from, from + CHUNK));
  }
  return hash.digest('hex');
}

/**
 * `stats` must be from before the content was read, so that a change meanwhile shows as a later time.
 *
 * @param parts of a large file, by which it is recognized after being touched
 */
export function toFingerprint(
  stats: BigIntStats,
  contentHash: string,
  parts: readonly FilePart[] = [],
): FileFingerprint {
  const isLarge = isLargeFile(stats);
  return {
    hash: isLarge ? hashOfIdentity(stats) : contentHash,
    size: Number(stats.size),
    // Exactly the `mtimeMs` of a plain stat.
    mtimeMs: Number(stats.mtimeNs / 1_000_000_000n) * 1000 + Number(stats.mtimeNs % 1_000_000_000n) / 1e6,
    inode: Number(stats.ino),
    parts: isLarge && parts.length > 0 ? parts : undefined,
  };
}

import { crc32 } from 'node:zlib';
import type { FileFingerprint, FilePart, ReadRecord } from '@sluice/core';
import { isLargeFile, toFingerprint } from '../load/fingerprint.ts';
import type { LoadedFile } from '../load/load-file.ts';

/** Maximum number of known parts per file; the oldest are dropped first. */
const MAX_PARTS = 1000;

/** All of a file. A 32-bit checksum is enough to notice a change, and ten times as fast as a cryptographic hash. */
export function wholePart(bytes: Uint8Array): FilePart {
  return { start: 0, end: bytes.length, crc32: crc32(bytes) };
}

/** The fingerprint of a loaded file that was shown completely. */
export function fingerprintOf({ stats, hash, bytes }: LoadedFile): FileFingerprint {
  return toFingerprint(stats, hash, isLargeFile(stats) ? [wholePart(bytes)] : []);
}

/** Merges the parts of both; one that is contained in another needs no checksum of its own. */
export function joinedParts(
  known: readonly FilePart[] = [],
  more: readonly FilePart[] = [],
): readonly FilePart[] {
  const isNew = ({ start, end }: FilePart): boolean =>
    !more.some((part) => part.start <= start && end <= part.end);
  return [...known.filter(isNew), ...more].slice(-MAX_PARTS);
}

/**
 * The hash of a loaded file, or the one it is known by: a large file of the same size that contains what was read and written is the same
 * to the model, although its timestamps differ.
 */
export function hashAsKnown(
  { hash, size, inode, parts = [] }: ReadRecord,
  { stats, bytes, hash: now }: LoadedFile,
): string {
  if (now === hash || !isLargeFile(stats) || parts.length === 0) return now;
  const isSame = Number(stats.size) === size && Number(stats.ino) === inode;
  const holds = (part: FilePart): boolean => crc32(bytes.subarray(part.start, part.end)) === part.crc32;
  return isSame && parts.every(holds) ? hash : now;
}

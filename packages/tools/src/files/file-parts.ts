import { crc32 } from 'node:zlib';
import type { FileFingerprint, FilePart, ReadRecord } from '@sluice/core';
import { isLargeFile, toFingerprint } from './fingerprint.ts';
import type { LoadedFile } from './load-file.ts';

/** Parts of one file that are known; the oldest go first. */
const MOST_PARTS = 1000;

/** All of a file. A checksum of 32 bits is enough to see a change, and ten times as quick as a hash that nobody can forge. */
export function wholePart(bytes: Uint8Array): FilePart {
  return { start: 0, end: bytes.length, crc32: crc32(bytes) };
}

/** The fingerprint of a file that was loaded, and all of which was shown. */
export function fingerprintOf({ stats, hash, bytes }: LoadedFile): FileFingerprint {
  return toFingerprint(stats, hash, isLargeFile(stats) ? [wholePart(bytes)] : []);
}

/** The parts of both; one that lies in another needs no checksum of its own. */
export function joinedParts(
  known: readonly FilePart[] = [],
  more: readonly FilePart[] = [],
): readonly FilePart[] {
  const isNew = ({ start, end }: FilePart): boolean =>
    !more.some((part) => part.start <= start && end <= part.end);
  return [...known.filter(isNew), ...more].slice(-MOST_PARTS);
}

/**
 * The hash of a loaded file, or that by which it is known: a large one of the same size that holds what was read and
 * written of it is the same to the model, although its times are others.
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

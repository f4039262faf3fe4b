import type { FileFingerprint } from '../data/file-fingerprint.ts';

/** A run of lines, or of what else a file is shown by. */
export interface ReadRange {
  /** The first, counted from 1. */
  readonly offset: number;
  readonly limit: number;
  /** How many the file has; absent where that is not known. Pages that together reach it count as all of the file. */
  readonly total?: number;
  /** What is counted, in the singular. Default `line`. */
  readonly unit?: string;
}

export interface ReadRecord extends FileFingerprint {
  /** Real absolute path: the key. */
  readonly path: string;
  /** A write by a call of this conversation counts as a read: the model knows what it wrote. */
  readonly kind: 'read' | 'write';
  /** Only a part of the file is known: a page of it, lines that were cut, or what a write changed. */
  readonly isPartial: boolean;
  /** The part that was returned. Absent for writes, and where the model saw less than was returned. */
  readonly range?: ReadRange;
  /** Why the model saw less than `range`: lines of it were cut, or the message had no room for all. */
  readonly shortOf?: 'cut' | 'budget';
  /** What the model names by its place (cells without ids) has other places since it was shown. */
  readonly hasMovedParts?: true;
  readonly callId: string;
  readonly messageId: string;
}

/**
 * What calls of this session have read and written, by real path. A record appears when its call has done its work;
 * it counts as seen by the model once the result was released.
 */
export interface ReadLedger {
  /** The latest record; whole where pages of the same content were read that together are all of it. */
  get(path: string): ReadRecord | undefined;
  /** True when all of the record was released in messages before `messageId`, or it is a write. */
  isSeenBefore(path: string, messageId: string): boolean;
  /** Records under the calling call; replaces what was known of the path, pages of the same content aside. */
  record(entry: ReadRecord): void;
  forget(path: string): void;
  /** All records, oldest first. */
  entries(): Iterable<ReadRecord>;
}

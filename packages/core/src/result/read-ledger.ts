import type { FileFingerprint } from '../data/file-fingerprint.ts';

/** A range of lines, or of other units that a file is shown in. */
export interface ReadRange {
  /** The first, starting at 1. */
  readonly offset: number;
  readonly limit: number;
  /** How many the file has; absent if unknown. Pages that together cover it are treated as the whole file. */
  readonly total?: number;
  /** The unit, in the singular. Default `line`. */
  readonly unit?: string;
}

export interface ReadRecord extends FileFingerprint {
  /** Real absolute path: the key. */
  readonly path: string;
  /** A write by a call of this conversation is treated as a read: the model knows what it wrote. */
  readonly kind: 'read' | 'write';
  /** Only a part of the file is known: a page of it, lines that were cut, or what a write changed. */
  readonly isPartial: boolean;
  /** The part that was returned. Absent for writes, and if the model saw less than was returned. */
  readonly range?: ReadRange;
  /** Why the model saw less than `range`: lines were cut, or the message had no room for everything. */
  readonly shortOf?: 'cut' | 'budget';
  /** Things that the model names by position (cells without ids) have moved since they were shown. */
  readonly hasMovedParts?: true;
  readonly callId: string;
  readonly messageId: string;
}

/**
 * What calls of this session have read and written, by real path. A record is added when its call has finished; it is treated as seen by the
 * model once the result is released.
 */
export interface ReadLedger {
  /** The latest record; complete if pages of the same content were read that together are the whole file. */
  get(path: string): ReadRecord | undefined;
  /** True if all of the record was released in messages before `messageId`, or it is a write. */
  isSeenBefore(path: string, messageId: string): boolean;
  /** Adds a record for the calling call; replaces what was known about the path, except pages of the same content. */
  record(entry: ReadRecord): void;
  forget(path: string): void;
  /** All records, oldest first. */
  entries(): Iterable<ReadRecord>;
}

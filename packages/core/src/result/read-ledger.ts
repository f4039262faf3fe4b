/** What is known of a file as it was when a call read or wrote it. */
export interface FileFingerprint {
  /** Hex SHA-256 of the whole file up to 64 MB; above that of identity, size, times and the ranges read. */
  readonly hash: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

export interface ReadRecord extends FileFingerprint {
  /** Real absolute path: the key. */
  readonly path: string;
  /** A write by a call of this conversation counts as a read: the model knows what it wrote. */
  readonly kind: 'read' | 'write';
  /** Only a part of the file was returned (`offset`, `limit`, or a cut). */
  readonly isPartial: boolean;
  /** The part that was returned: first line and number of lines. Absent for writes. */
  readonly range?: { readonly offset: number; readonly limit: number };
  readonly callId: string;
  readonly messageId: string;
}

/**
 * What calls of this session have read and written, by real path. A record appears when its call has done its work;
 * it counts as seen by the model once the result was released.
 */
export interface ReadLedger {
  get(path: string): ReadRecord | undefined;
  /** True when the record's result was released in a message before `messageId`, or it is a write. */
  isSeenBefore(path: string, messageId: string): boolean;
  /** Records under the calling call; replaces what was known of the path. */
  record(entry: ReadRecord): void;
  forget(path: string): void;
  /** All records, oldest first. */
  entries(): Iterable<ReadRecord>;
}

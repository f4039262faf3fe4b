/** What is known about a file at the time when a call read or wrote it. */
export interface FileFingerprint {
  /** Hex SHA-256 of the whole file up to 64 MiB; above that of identity, size and times. */
  readonly hash: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
  /**
   * For a file above 64 MiB, what was read or written: a file of the same size that still contains these parts is unchanged, whatever its
   * timestamps.
   */
  readonly parts?: readonly FilePart[];
}

/** Bytes `[start, end)` of a file. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
  readonly crc32: number;
}

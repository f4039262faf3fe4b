/** What is known of a file as it was when a call read or wrote it. */
export interface FileFingerprint {
  /** Hex SHA-256 of the whole file up to 64 MiB; above that of identity, size and times. */
  readonly hash: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
  /** Of a file above 64 MiB what was read or written of it: one of the same size that still holds these is as it was known, whatever its times. */
  readonly parts?: readonly FilePart[];
}

/** Bytes `[start, end)` of a file. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
  readonly crc32: number;
}

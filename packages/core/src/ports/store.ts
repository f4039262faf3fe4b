/** A file in the session's store. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
}

export type StoreWrite =
  | { readonly ok: true; readonly file: StoredFile }
  | { readonly ok: false; readonly code: 'full' | 'unwritable'; readonly message: string };

/** Bytes in the session's store. */
export interface StoredBytes extends StoredFile {
  /** Their hex SHA-256. */
  readonly hash: string;
}

export type BytesWrite =
  | { readonly ok: true; readonly file: StoredBytes }
  | { readonly ok: false; readonly code: 'full' | 'unwritable'; readonly message: string };

/**
 * Where the session stores texts that are too long to keep in memory, by content hash. A write is complete on disk (write(2)) when the
 * promise resolves; nothing here throws: a full or unusable store is a value.
 */
export interface ResultStore {
  /** Stores `text` (UTF-8). The same text twice is one file. */
  put(text: string): Promise<StoreWrite>;
  /** The text of a file that `put` returned, or undefined if it is gone. */
  get(path: string): Promise<string | undefined>;
  /** Stores bytes unchanged, in `pre-images/` next to the texts, where no model may read. The same bytes twice are one file. */
  putBytes(bytes: Uint8Array): Promise<BytesWrite>;
  /**
   * A path that no other call of the store gets, in an existing directory, for a tool to stream into. `key` is hashed. The name ends in
   * `.` and `extension`: letters and digits, by default `txt`.
   */
  allocate(key: string, extension?: string): StoreWrite;
  /** Removes a file; a missing one is not an error. */
  remove(path: string): void;
}

/** A file of the session's store. */
export interface StoredFile {
  readonly path: string;
  readonly bytes: number;
}

export type StoreWrite =
  | { readonly ok: true; readonly file: StoredFile }
  | { readonly ok: false; readonly code: 'full' | 'unwritable'; readonly message: string };

/** Bytes of the session's store. */
export interface StoredBytes extends StoredFile {
  /** Hex SHA-256 of them. */
  readonly hash: string;
}

export type BytesWrite =
  | { readonly ok: true; readonly file: StoredBytes }
  | { readonly ok: false; readonly code: 'full' | 'unwritable'; readonly message: string };

/**
 * Where the session keeps texts that are too long to hold, by content hash. Writing is complete on disk (write(2))
 * when the promise resolves; nothing here throws: a full or unusable store is a value.
 */
export interface ResultStore {
  /** Keeps `text` (UTF-8). The same text twice is one file. */
  put(text: string): Promise<StoreWrite>;
  /** The text of a file that `put` returned, or undefined when it is gone. */
  get(path: string): Promise<string | undefined>;
  /**
   * Keeps bytes as they are, in `pre-images/` beside the texts, where no model is given leave to read. The same bytes
   * twice are one file.
   */
  putBytes(bytes: Uint8Array): Promise<BytesWrite>;
  /** A path that no other call of the store has, in an existing directory, for a tool to stream into. `key` is hashed. */
  allocate(key: string): StoreWrite;
  /** Removes a file; a missing one is no error. */
  remove(path: string): void;
}

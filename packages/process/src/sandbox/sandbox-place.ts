/** Something laid over a path within the sandbox. */
export type Layer = PlainLayer | TextLayer;

interface PlainLayer {
  readonly path: string;
  /**
   * `writable` and `read-only` show what is there; `empty-file` and `empty-directory` hide it. `pinned` is writable too,
   * and is there because a directory that is a mount can't be renamed away from above what is protected.
   */
  readonly as: 'writable' | 'pinned' | 'read-only' | 'empty-file' | 'empty-directory';
}

/** A file that is seen with another text, and can't be written. */
interface TextLayer {
  readonly path: string;
  readonly as: 'other-file';
  readonly text: string;
}

/** A profile on a machine: what stands at its paths now, and where the command runs. */
export interface SandboxPlace {
  readonly cwd: string;
  /** In any order; of two for one path the last one holds. */
  readonly layers: readonly Layer[];
  readonly network: 'none' | 'host';
  /** Capabilities that are kept: none for an ordinary user. */
  readonly capabilities: readonly string[];
  /** Descriptor with the bytes of the seccomp filter. */
  readonly filterDescriptor: number;
  /** Descriptors from here on are at their end: one for each empty file. */
  readonly emptyDescriptor: number;
  /** By path: the descriptor with the text of each `other-file`. */
  readonly textDescriptors: ReadonlyMap<string, number>;
}

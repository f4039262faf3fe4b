/** Something mounted over a path in the sandbox. */
export type Layer = PlainLayer | TextLayer;

interface PlainLayer {
  readonly path: string;
  /**
   * `writable` and `read-only` show what is there; `empty-file` and `empty-directory` hide it. `pinned` is writable too: a mounted
   * directory above a protected path can't be renamed away.
   */
  readonly as: 'writable' | 'pinned' | 'read-only' | 'empty-file' | 'empty-directory';
}

/** A read-only file that appears with different content. */
interface TextLayer {
  readonly path: string;
  readonly as: 'other-file';
  readonly text: string;
}

/** A profile on a machine: what exists at its paths now, and where the command runs. */
export interface SandboxPlace {
  readonly cwd: string;
  /** In any order; of two for one path, the last applies. */
  readonly layers: readonly Layer[];
  readonly network: 'none' | 'host';
  /** Capabilities to keep: none for an ordinary user. */
  readonly capabilities: readonly string[];
  /** Descriptor with the bytes of the seccomp filter. */
  readonly filterDescriptor: number;
  /** Descriptors from here on are at end of file: one for each empty file. */
  readonly emptyDescriptor: number;
  /** By path: the descriptor with the text of each `other-file`. */
  readonly textDescriptors: ReadonlyMap<string, number>;
}

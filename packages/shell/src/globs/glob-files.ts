/** The little of a file system that pathname expansion asks for. Paths are absolute. Must not throw. */
export interface GlobFiles {
  /**
   * The entries of a directory except `.` and `..`; `none` if it can't be listed; undefined: too many entries, or names
   * that are not valid UTF-8.
   */
  readonly list: (directory: string) => readonly GlobEntry[] | 'none' | undefined;
  /** Something has this path, a symbolic link that leads nowhere included. */
  readonly exists: (path: string) => boolean;
  /** A file is there, or a symbolic link to one: nothing lies below it. Default: that can't be known. */
  readonly isFile?: (path: string) => boolean;
}

export interface GlobEntry {
  readonly name: string;
  readonly isLink: boolean;
}

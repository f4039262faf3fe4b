/** The little of a file system that pathname expansion asks for. Paths are absolute. Must not throw. */
export interface GlobFiles {
  /** What a directory holds, `.` and `..` left out; `none` where it can't be listed; undefined: too much to look at, or names that are not valid UTF-8. */
  readonly list: (directory: string) => readonly GlobEntry[] | 'none' | undefined;
  /** Something has this path, a symbolic link that leads nowhere included. */
  readonly exists: (path: string) => boolean;
}

export interface GlobEntry {
  readonly name: string;
  readonly isLink: boolean;
}

import type { FileFingerprint } from '../data/file-fingerprint.ts';

/** What a path stands for right now. */
export interface FileIdentity {
  /** Absolute; symbolic links resolved as far as the path exists, the rest appended as written. */
  readonly realPath: string;
  /** `device:inode` where the file exists and is not a directory. */
  readonly inode: string | undefined;
  /** Number of names (hard links) of the file; 0 where it does not exist. */
  readonly links: number;
}

/** The little that the engine itself must know of files. */
export interface Files {
  /** Answers at once (stat and realpath); never throws: what can't be resolved is taken as written. */
  identify(path: string, cwd: string): FileIdentity;
  /**
   * Where the symbolic links lead that are found in the first `levels` levels of a directory, as real
   * paths. With `Infinity` links are followed, and what they lead to is looked through as well. Undefined where that can't be
   * told at once: the directory can't be read, holds too many names, or a link stands above the last of a known number of
   * levels. Synchronous, like `identify`.
   */
  linkTargets(directory: string, levels: number): readonly string[] | undefined;
  /**
   * Whether names that differ in their case alone are one name where the path lies, as the nearest directory above it tells
   * that holds a name with a letter. Synchronous, like `identify`.
   */
  ignoresCase(path: string): boolean;
  /** The file's fingerprint now, or undefined when it is gone or unreadable. `known` may be returned as it is when stat, or what it holds, says unchanged. */
  fingerprint(path: string, known: FileFingerprint): Promise<FileFingerprint | undefined>;
}

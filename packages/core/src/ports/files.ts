import type { FileFingerprint } from '../data/file-fingerprint.ts';

/** What is at a path right now. */
export interface FileIdentity {
  /** Absolute; symbolic links resolved as far as the path exists, the rest appended as written. */
  readonly realPath: string;
  /** `device:inode` if the file exists and is not a directory. */
  readonly inode: string | undefined;
  /** Number of names (hard links) of the file; 0 if it does not exist. */
  readonly links: number;
}

/**
 * Files that git tracks; those and what the last commit has; those and all others that git does not ignore, or ignored ones too; those that
 * it does not track, without or with ignored ones; its submodules; or those that a change of the work tree may write or remove.
 */
export type GitNames =
  | 'tracked'
  | 'tracked-or-head'
  | 'not-ignored'
  | 'all'
  | 'untracked'
  | 'untracked-or-ignored'
  | 'submodules'
  | GitChange;

/** A change that git makes to the work tree. */
export interface GitChange {
  /**
   * `switch`: from the current commit to each of the commits. `reset`: what is tracked becomes what they have. `rebase`: onto the first,
   * what the second lacks of the third; an empty first is where both of these began. `stash`: what these entries hold. `abort`, `continue`:
   * how the operation ends, or goes on, that the first names and git keeps records of; with `skip`, what it stopped at is left out. `am`: patches,
   * besides the files that they name. `tree`: in the directory of the first, or the top if that is empty, comes all that the second has;
   * without one, what `git worktree add` takes then. `show`: what the commits change, as git shows it; behind an empty one, how many to show
   * (empty: all), from which on, and `no-merges` where merges are left out. `anything`: what it
   * does can't be determined.
   */
  readonly by:
    | 'switch'
    | 'reset'
    | 'merge'
    | 'rebase'
    | 'pick'
    | 'revert'
    | 'stash'
    | 'am'
    | 'tree'
    | 'show'
    | 'abort'
    | 'continue'
    | 'anything';
  /** As written; none that looks like an option. Of an operation, its name. */
  readonly commits: readonly string[];
  /** Submodules change too, whatever settings say. Default false. */
  readonly isRecursive?: true;
}

/** What the engine itself needs to know about files. */
export interface Files {
  /** Synchronous (stat and realpath); never throws: what can't be resolved is taken as written. */
  identify(path: string, cwd: string): FileIdentity;
  /** `device:inode` of a directory, so that another one at its path is told from it; undefined: there is none. Synchronous, like `identify`. */
  directoryId(path: string): string | undefined;
  /**
   * The targets of symbolic links in the first `levels` levels of a directory, as real paths. Links above the last level are followed, and their
   * targets are searched as well. Undefined if that can't be determined quickly: the directory can't be read, or contains too many
   * names. Synchronous, like `identify`.
   */
  linkTargets(directory: string, levels: number): readonly string[] | undefined;
  /**
   * Every path below a directory. Undefined if that can't be determined quickly, or if one of them may be a file of another place: the
   * directory can't be read, contains too many names, a symbolic link, or a file with several names. Synchronous, like `identify`.
   */
  namesBeneath(directory: string): readonly string[] | undefined;
  /**
   * Every path below a directory, or in its first levels, links included: what goes away with it. Empty if nothing is there, undefined if
   * that can't be determined quickly. Synchronous, like `identify`.
   */
  entriesBeneath(directory: string, levels?: number): readonly string[] | undefined;
  /**
   * The names below a directory of a file that has several, by its `device:inode`. Undefined if that can't be determined quickly, and every time
   * after. Synchronous, like `identify`.
   */
  otherNames(directory: string, inode: string): readonly string[] | undefined;
  /** Regular files below a directory, links left out, within the same limits as `otherNames`. Synchronous, like `identify`. */
  filesBeneath(directory: string): readonly string[] | undefined;
  /**
   * The files of the whole repository around a directory that git, run there, tracks, does not ignore, could be told to track, or would
   * change, as absolute paths. A slash at the end means a directory: another repository, or one below which any file may be meant.
   * Undefined if git can't be asked. Synchronous, like `identify`.
   * @param directory absolute and real
   */
  gitNames(directory: string, which: GitNames): readonly string[] | undefined;
  /**
   * Whether the path's file system ignores case, judging by the nearest directory above it that contains a name with a letter.
   * Synchronous, like `identify`.
   */
  ignoresCase(path: string): boolean;
  /**
   * The file's current fingerprint, or undefined if it is gone or unreadable. `known` may be returned as it is if stat, or the content,
   * is unchanged.
   */
  fingerprint(path: string, known: FileFingerprint): Promise<FileFingerprint | undefined>;
}

import type { Argument } from './argument.ts';

/** What a command that changes files does, if its arguments name every file: `cp`, `mv`, `rm`, `tee`, `sed -i`, …. */
export interface ExactTouches {
  readonly touches: readonly FileTouch[];
  /** One of those that `acceptEdits` runs: `mkdir`, `touch`, `rm`, `rmdir`, `mv`, `cp`, `sed`. */
  readonly isFileEdit: boolean;
  /** What it writes may be, or hold, a link: what is written there later may land elsewhere. */
  readonly transfersLinks: boolean;
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

/** A change that git makes to the work tree, by the commits that the command names. */
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

/** One path that it touches, as written. */
export interface FileTouch {
  readonly access: 'read' | 'write' | 'remove';
  readonly path: Argument;
  readonly isTree: boolean;
  /** What happens to these alone: if they are files, nothing lies below it. Default: anything. */
  readonly copyOf?: readonly Argument[];
  /** Of a tree: only files whose names end so. Default: all. */
  readonly endings?: readonly string[] | undefined;
  /** For a removal: all that is in it, only some of it, which the arguments don't name, what a comparison finds, or what a list names. */
  readonly removal?: 'contents' | 'some' | 'found' | 'beneath-unknown';
  /** Permissions or owners get changed, of a tree those of everything beneath it. */
  readonly changesAccess?: true;
  /** Of a tree that is written: each file of it gets changed. */
  readonly reachesAll?: true;
  /** A script computes the name: without a known path it may be any file, for reading too. */
  readonly isComputed?: true;
  /** Wherever it runs, it may be what the repository around it keeps. */
  readonly isOfRepository?: true;
  /** Of a tree that is written: only files that are there already get changed. */
  readonly createsNone?: true;
  /** Of a tree: it is one only if a directory is there now, else a file. */
  readonly mayBeFile?: true;
  /** Of a tree: only files that git names there. See `FileEffect`. */
  readonly gitNames?: GitNames | undefined;
  /** With `gitNames`: those of the whole repository. */
  readonly isOfTop?: true;
  /** With `gitNames`: where git runs. Default: the directory of the command. */
  readonly gitRunsIn?: Argument;
  /** Of a tree that is read: without what has one of these names, patterns as in gitignore without a slash. */
  readonly excluded?: readonly string[] | undefined;
  /** Index of the argument that names it. */
  readonly argument: number;
}

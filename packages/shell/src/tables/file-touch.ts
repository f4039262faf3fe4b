import type { GitChange, GitNames } from '@sluice/core';
import type { Argument } from './argument.ts';

/** What a command that changes files does, if its arguments name every file: `cp`, `mv`, `rm`, `tee`, `sed -i`, …. */
export interface ExactTouches {
  readonly touches: readonly FileTouch[];
  /** One of those that `acceptEdits` runs: `mkdir`, `touch`, `rm`, `rmdir`, `mv`, `cp`, `sed`. */
  readonly isFileEdit: boolean;
  /** What it writes may be, or hold, a link: what is written there later may land elsewhere. */
  readonly transfersLinks: boolean;
}

export type { GitChange, GitNames };

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

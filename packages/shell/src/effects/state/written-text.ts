import type { FileEffect } from '../analysis.ts';
import type { GivenText } from './state.ts';

/** What the line itself writes to a file. */
export interface WrittenText {
  /** Absolute; relative where its directory is not known; undefined: any file. */
  readonly path: string | undefined;
  /** Undefined: not known. */
  readonly text: GivenText | undefined;
  /** The shell itself opens the file for it. Default false. */
  readonly isRedirected?: true;
  /** What is there may stay, and this comes to it. */
  readonly isAdded: boolean;
  /** Of a tree: any file in it may be changed, or those whose names end so, so many levels below it. Git spares its own directory. */
  readonly tree?: Pick<FileEffect, 'endings' | 'levels'> & { readonly isOfGit: boolean };
}

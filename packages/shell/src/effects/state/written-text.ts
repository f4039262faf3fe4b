import type { GivenText } from './state.ts';

/** What the line itself writes to a file. */
export interface WrittenText {
  /** Absolute; relative where its directory is not known; undefined: any file. */
  readonly path: string | undefined;
  /** Undefined: not known. */
  readonly text: GivenText | undefined;
  /** A program makes it, and may make anything else than a script: `gcc -o app app.c`. */
  readonly isMade: boolean;
}

import type { Problem } from '../problem.ts';

/** A text that differs from the file on disk, and where a change of it goes. */
export interface UnsavedText {
  /** Replaces the text if the person hasn't changed it meanwhile. A problem: nothing was written. */
  replace(after: Buffer, signal: AbortSignal): Promise<Problem | undefined>;
}

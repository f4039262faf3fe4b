import { countNewlines } from '../files/text/count-newlines.ts';

/** Maximum number of lines named in a message about several matches. */
const NAMED_LINES = 10;

export interface Matches {
  /** Number of matches. Overlapping ones count too, since they are ambiguous. */
  readonly count: number;
  /** Byte offset of the first; -1 if there is none. */
  readonly first: number;
  /** Line numbers of the first ten, starting at 1. */
  readonly lines: readonly number[];
}

/** Where `wanted` (not empty) occurs in `bytes`. */
export function findMatches(bytes: Buffer, wanted: Buffer): Matches {
  const first = bytes.indexOf(wanted);
  const lines: number[] = [];
  let count = 0;
  let line = 1;
  let counted = 0;
  for (let found = first; found !== -1;) {
    if (lines.length < NAMED_LINES) {
      line += countNewlines(bytes.subarray(counted, found));
      counted = found;
      lines.push(line);
    }
    count++;
    found = bytes.indexOf(wanted, count === 1 ? found + 1 : found + wanted.length);
  }
  return { count, first, lines };
}

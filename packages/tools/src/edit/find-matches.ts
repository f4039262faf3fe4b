import { countNewlines } from '../files/count-newlines.ts';

/** Lines named in a message about several matches. */
const NAMED_LINES = 10;

export interface Matches {
  /** How many places. A second one that overlaps the first counts as well, since it is not clear which is meant. */
  readonly count: number;
  /** Byte offset of the first; -1 without any. */
  readonly first: number;
  /** 1-based lines of the first ten. */
  readonly lines: readonly number[];
}

/** Where `wanted`, which is not empty, occurs in `bytes`. */
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

import { countNewlines } from '../files/text/count-newlines.ts';
import { explainNoMatch } from './explain-no-match.ts';
import { encodingOf } from './file-encoding.ts';

/** In files larger than 1 MiB, only part is searched for something like the text that was not found. */
const WHOLE_LIMIT = 1024 * 1024;
/** Bytes to search on either side of the likeliest place in a larger file. */
const AROUND = 256 * 1024;
/** Lines of the text to look for in a larger file, longest first, and their minimum length to be distinctive. */
const MAX_ANCHORS = 4;
const TELLING_LENGTH = 6;

/** Why `oldString` is not in the file, and the nearest place; in a large file, only whole lines are searched. */
export function explainInFile(bytes: Buffer, oldString: string, newString: string): string {
  if (bytes.length === 0) return 'The file is empty.';
  const charset = encodingOf(bytes) === 'latin1' ? 'latin1' : 'utf8';
  if (bytes.length <= WHOLE_LIMIT) return explainNoMatch(bytes.toString(charset), oldString, newString);
  const anchors = [newString, ...anchorsOf(oldString)].filter((text) => text.length >= TELLING_LENGTH);
  for (const anchor of anchors) {
    const found = bytes.indexOf(Buffer.from(anchor, charset));
    if (found === -1) continue;
    const start = found < AROUND ? 0 : bytes.lastIndexOf('\n', found - AROUND) + 1;
    const from = Math.max(start, found - 2 * AROUND);
    const part = bytes.subarray(from, found + AROUND).toString(charset);
    return explainNoMatch(part, oldString, newString, countNewlines(bytes.subarray(0, from)));
  }
  return 'None of its longer lines is in the file either. Find the place with Grep, read it, and copy the text from there.';
}

function anchorsOf(oldString: string): readonly string[] {
  const lines = [...new Set(oldString.split('\n').map((line) => line.trim()))];
  return lines.toSorted((one, other) => other.length - one.length).slice(0, MAX_ANCHORS);
}

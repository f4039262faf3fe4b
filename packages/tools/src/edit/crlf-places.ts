import { isLf, toCrlf } from './line-ends.ts';

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Matches of a string, as given, that have CRLF line endings in the file. */
export interface CrlfPlaces {
  /** Whether the match that starts at this byte is one. Linear overall if called in ascending order. */
  isAt(found: number): boolean;
  /** Bytes before the match that are replaced with it: the CR of its first line ending. */
  readonly lead: 0 | 1;
  readonly replacement: Buffer;
}

/** Undefined if line endings around a match don't matter for these strings. */
export function crlfPlacesOf(
  bytes: Buffer,
  wanted: Buffer,
  oldString: string,
  newString: string,
  charset: 'utf8' | 'latin1',
): CrlfPlaces | undefined {
  if (isLf(oldString) && oldString.startsWith('\n')) {
    const isAlone = oldString.lastIndexOf('\n') === 0;
    const text = isAlone ? toCrlf(newString) : newString.replace(/^\n/, '\r\n');
    return {
      // The second half of a CRLF, whose CR must not be left behind.
      isAt: (found) => bytes[found - 1] === CARRIAGE_RETURN,
      lead: 1,
      replacement: Buffer.from(text, charset),
    };
  }
  // A replacement with several lines for a string without line endings uses the line ending of the line it is in.
  const isOneLine = !oldString.includes('\n') && !oldString.endsWith('\r');
  if (!isOneLine || !isLf(newString)) return undefined;
  const isInCrlfLine = lineEndsOf(bytes);
  return {
    isAt: (found) => isInCrlfLine(found + wanted.length),
    lead: 0,
    replacement: Buffer.from(toCrlf(newString), charset),
  };
}

/** Whether the line of a byte ends with CRLF; for a last line without an ending, the line before. */
function lineEndsOf(bytes: Buffer): (at: number) => boolean {
  let from = 0;
  let lineEnd = -1;
  let isCrlf = false;
  return (at) => {
    if (at < from || at > lineEnd) {
      const after = bytes.indexOf(NEWLINE, at);
      const newline = after === -1 ? bytes.lastIndexOf(NEWLINE) : after;
      from = at;
      lineEnd = after === -1 ? bytes.length : after;
      isCrlf = newline > 0 && bytes[newline - 1] === CARRIAGE_RETURN;
    }
    return isCrlf;
  };
}

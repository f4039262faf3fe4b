import { isLf, toCrlf } from './line-ends.ts';

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Matches of a string, found as given, whose line ends in the file are CRLF. */
export interface CrlfPlaces {
  /** Whether the match that begins at this byte is one. Asked in rising order it is linear in all. */
  isAt(found: number): boolean;
  /** Bytes before the match that are replaced with it: the CR of its first line end. */
  readonly lead: 0 | 1;
  readonly replacement: Buffer;
}

/** Undefined where the strings are such that the line ends around a match don't matter. */
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
      // The rest of a CRLF, whose CR must not be left behind.
      isAt: (found) => bytes[found - 1] === CARRIAGE_RETURN,
      lead: 1,
      replacement: Buffer.from(text, charset),
    };
  }
  // A string without line ends that is replaced by several lines: they get the line end of the line where the match stands.
  const isOneLine = !oldString.includes('\n') && !oldString.endsWith('\r');
  if (!isOneLine || !isLf(newString)) return undefined;
  const isInCrlfLine = lineEndsOf(bytes);
  return {
    isAt: (found) => isInCrlfLine(found + wanted.length),
    lead: 0,
    replacement: Buffer.from(toCrlf(newString), charset),
  };
}

/** Whether the line that a byte stands in ends with CRLF; of a last line without an end, the one before. */
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

import { isUtf8 } from 'node:buffer';
import { wholeCharacters } from '../files/text/whole-characters.ts';

interface DecodedLine {
  readonly text: string;
  /** The bytes were not valid UTF-8, so each was read as a Latin-1 character. */
  readonly isLatin1: boolean;
}

/** A line's text. `isCut`: the bytes are the start of a longer line, so an incomplete character at their end is dropped. */
export function decodeLine(bytes: Buffer, isCut: boolean): DecodedLine {
  const whole = isCut ? wholeCharacters(bytes) : bytes;
  return isUtf8(whole)
    ? { text: whole.toString('utf8'), isLatin1: false }
    : { text: bytes.toString('latin1'), isLatin1: true };
}

/** Start of the mark that replaces the rest of a line. */
export const CUT_MARK = ' … [cut here';

/** `text` cut to at most `length` UTF-16 units, never inside a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

import { isUtf8 } from 'node:buffer';

export interface DecodedLine {
  readonly text: string;
  /** The bytes were no valid UTF-8, so each was taken as a Latin-1 character. */
  readonly isLatin1: boolean;
}

/** A line's text. `isCut`: the bytes are the start of a longer line, so that a character which they break off is left out. */
export function decodeLine(bytes: Buffer, isCut: boolean): DecodedLine {
  const whole = isCut ? withoutBrokenTail(bytes) : bytes;
  return isUtf8(whole)
    ? { text: whole.toString('utf8'), isLatin1: false }
    : { text: bytes.toString('latin1'), isLatin1: true };
}

/** `text` cut to at most `length` UTF-16 units, never inside a surrogate pair. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

function withoutBrokenTail(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

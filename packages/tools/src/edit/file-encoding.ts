import { isUtf8 } from 'node:buffer';

/** `mixed`: neither valid UTF-8 nor plainly Latin-1, for it holds some UTF-8 characters too. */
export type FileEncoding = 'utf8' | 'latin1' | 'mixed';

/** Bytes that are looked at from the first one above 127 on. */
const SAMPLE = 1024 * 1024;

/** A character of two, three or four bytes of UTF-8, read as Latin-1. Text in Latin-1 hardly ever holds one. */
// oxlint-disable-next-line no-control-regex
const UTF8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;

export function encodingOf(bytes: Buffer): FileEncoding {
  if (isUtf8(bytes)) return 'utf8';
  const start = bytes.findIndex((byte) => byte >= 0x80);
  return UTF8_SEQUENCE.test(bytes.toString('latin1', start, start + SAMPLE)) ? 'mixed' : 'latin1';
}

/** Every character fits one byte of Latin-1. */
export function fitsLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0xff) return false;
  return true;
}

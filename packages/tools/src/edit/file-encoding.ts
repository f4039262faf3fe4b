import { isUtf8 } from 'node:buffer';

/** `mixed`: neither valid UTF-8 nor plainly Latin-1, because it contains some UTF-8 characters too. */
export type FileEncoding = 'utf8' | 'latin1' | 'mixed';

/** Bytes to check from the first one above 127 on. */
const SAMPLE = 1024 * 1024;

/** A UTF-8 character of two, three or four bytes, read as Latin-1. Latin-1 text hardly ever contains one. */
// oxlint-disable-next-line no-control-regex
const UTF8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;

export function encodingOf(bytes: Buffer): FileEncoding {
  if (isUtf8(bytes)) return 'utf8';
  const start = bytes.findIndex((byte) => byte >= 0x80);
  return UTF8_SEQUENCE.test(bytes.toString('latin1', start, start + SAMPLE)) ? 'mixed' : 'latin1';
}

/** Whether every character fits one byte of Latin-1. */
export function fitsLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0xff) return false;
  return true;
}

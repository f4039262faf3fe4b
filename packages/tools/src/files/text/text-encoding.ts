import { isUtf8 } from 'node:buffer';
import { wholeCharacters } from './whole-characters.ts';

/** How text is stored in a file. `-bom`: after a byte order mark, which is not part of the text. */
export type TextEncoding =
  | 'utf8'
  | 'utf8-bom'
  | 'utf16le'
  | 'utf16le-bom'
  | 'utf16be'
  | 'utf16be-bom'
  | 'latin1';

/** Bytes at the start of a file that distinguish text from binary data: 8 KiB. */
export const TEXT_HEAD = 8192;

const MARKS = {
  utf8: '',
  'utf8-bom': '\xef\xbb\xbf',
  utf16le: '',
  'utf16le-bom': '\xff\xfe',
  utf16be: '',
  'utf16be-bom': '\xfe\xff',
  latin1: '',
} as const satisfies Record<TextEncoding, string>;

/**
 * The encoding of a file of `size` bytes, or undefined if it isn't text: binary data, or half a character at the end of UTF-16. `head` is
 * the file's start; only the whole file can rule out invalid UTF-8 further on, which makes it Latin-1 after all.
 */
export function detectEncoding(head: Buffer, size: number): TextEncoding | undefined {
  const start = head.subarray(0, TEXT_HEAD);
  const wide = detectWide(start);
  if (wide !== undefined) return size % 2 === 0 ? wide : undefined;
  if (start.includes(0)) return undefined;
  if (!isUtf8(head.length < size ? wholeCharacters(head) : head)) return 'latin1';
  return hasMark(head, 'utf8-bom') ? 'utf8-bom' : 'utf8';
}

/**
 * The text of a whole file, without its byte order mark. `encodeText` turns it back into the same bytes if `encoding` is what
 * `detectEncoding` found in all of them.
 */
export function decodeText(bytes: Buffer, encoding: TextEncoding): string {
  const content = bytes.subarray(hasMark(bytes, encoding) ? MARKS[encoding].length : 0);
  switch (encoding) {
    case 'utf8':
    case 'utf8-bom':
      return content.toString('utf8');
    case 'utf16le':
    case 'utf16le-bom':
      return content.toString('utf16le');
    case 'utf16be':
    case 'utf16be-bom':
      return swapped(content.subarray(0, content.length - (content.length % 2))).toString('utf16le');
    case 'latin1':
      return content.toString('latin1');
    default:
      return encoding satisfies never;
  }
}

/** A file's bytes with byte order mark; undefined if the encoding can't represent a character of `text`. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | undefined {
  switch (encoding) {
    case 'utf8':
    case 'utf8-bom':
      // Half a surrogate pair would become another character.
      return text.isWellFormed() ? withMark(Buffer.from(text, 'utf8'), encoding) : undefined;
    case 'utf16le':
    case 'utf16le-bom':
      return withMark(Buffer.from(text, 'utf16le'), encoding);
    case 'utf16be':
    case 'utf16be-bom':
      return withMark(Buffer.from(text, 'utf16le').swap16(), encoding);
    case 'latin1':
      return /[^\0-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1');
    default:
      return encoding satisfies never;
  }
}

/** UTF-16 by its mark, or without one if its NUL bytes leave no doubt. */
function detectWide(start: Buffer): TextEncoding | undefined {
  if (hasMark(start, 'utf16be-bom')) return 'utf16be-bom';
  if (hasMark(start, 'utf16le-bom')) {
    // The mark of UTF-32 starts like that of UTF-16; text does not start with U+0000.
    return start[2] === 0 && start[3] === 0 ? undefined : 'utf16le-bom';
  }
  // Most files end here, without checking each byte.
  if (!start.includes(0)) return undefined;
  const even = start.subarray(0, start.length - (start.length % 2));
  const nuls = countNuls(even);
  const units = even.length / 2;
  if (units < 2 || hasOnlyNarrow(even)) return undefined;
  if (nuls.first === 0 && nuls.second * NUL_SHARE >= units && isPlain(even)) return 'utf16le';
  if (nuls.second === 0 && nuls.first * NUL_SHARE >= units && isPlain(swapped(even))) return 'utf16be';
  return undefined;
}

/** UTF-16 without a mark must have at least one Latin letter or line ending per this many units. */
const NUL_SHARE = 4;

const NO_TEXT = /\p{Noncharacter_Code_Point}|[^\P{Control}\t\n\v\f\r]/u;

/** Units whose first and whose second byte is NUL. */
function countNuls(bytes: Buffer): { readonly first: number; readonly second: number } {
  let first = 0;
  let second = 0;
  for (let index = 0; index < bytes.length; index += 2) {
    if (bytes[index] === 0) first++;
    if (bytes[index + 1] === 0) second++;
  }
  return { first, second };
}

/**
 * Whether some units contain two ASCII characters and all others a NUL: more likely ASCII with NULs, `abc\0def\0`, than a script in which
 * each character happens to look like that.
 */
function hasOnlyNarrow(bytes: Buffer): boolean {
  let isAny = false;
  for (let index = 0; index < bytes.length; index += 2) {
    const [first = 0, second = 0] = [bytes[index], bytes[index + 1]];
    if (first === 0 || second === 0) continue;
    if (!isNarrow(first) || !isNarrow(second)) return false;
    isAny = true;
  }
  return isAny;
}

function isNarrow(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);
}

/** Whether UTF-16 LE contains nothing that text doesn't: control characters, unpaired surrogates, non-characters. */
function isPlain(bytes: Buffer): boolean {
  const text = bytes.toString('utf16le');
  const last = text.charCodeAt(text.length - 1);
  const whole = last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
  return whole.isWellFormed() && !NO_TEXT.test(whole);
}

function hasMark(bytes: Buffer, encoding: TextEncoding): boolean {
  const mark = MARKS[encoding];
  return mark !== '' && bytes.toString('latin1', 0, mark.length) === mark;
}

function withMark(content: Buffer, encoding: TextEncoding): Buffer {
  const mark = MARKS[encoding];
  return mark === '' ? content : Buffer.concat([Buffer.from(mark, 'latin1'), content]);
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

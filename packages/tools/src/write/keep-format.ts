import { encodingOf } from '../edit/file-encoding.ts';
import { detectEncoding, encodeText, type TextEncoding } from '../files/text-encoding.ts';

const LF = 10;
const CR = 13;

/** A text as it goes into a file that may have had another before. */
export interface FormattedText {
  readonly bytes: Buffer;
  readonly encoding: TextEncoding;
  /** The file's own encoding, where it has no place for a character of the text. */
  readonly givenUp: TextEncoding | undefined;
  /** The text's line feeds were written as CRLF. */
  readonly isCrlf: boolean;
}

/**
 * The bytes of `content` for a file that holds `before`. Encoding and byte order mark stay those of the file. Line ends are written as
 * given, unless the file is wholly CRLF and the text wholly LF: then it has been read without its CRs, as Read shows it.
 */
export function keepFormat(content: string, before: Buffer | undefined): FormattedText {
  const encoding = before === undefined ? 'utf8' : encodingToKeep(before);
  const isCrlf = before !== undefined && hasOnlyLf(content) && isWhollyCrlf(before, encoding);
  const text = withoutDoubledMark(isCrlf ? content.replaceAll('\n', '\r\n') : content, encoding);
  const kept = encodeText(text, encoding);
  if (kept !== undefined) return { bytes: kept, encoding, givenUp: undefined, isCrlf };
  return { bytes: Buffer.from(text, 'utf8'), encoding: 'utf8', givenUp: encoding, isCrlf };
}

function encodingToKeep(before: Buffer): TextEncoding {
  const encoding = detectEncoding(before, before.length) ?? 'utf8';
  // UTF-8 with a stray byte is better written as UTF-8.
  return encoding === 'latin1' && encodingOf(before) !== 'latin1' ? 'utf8' : encoding;
}

function withoutDoubledMark(text: string, encoding: TextEncoding): string {
  return encoding.endsWith('-bom') && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function hasOnlyLf(text: string): boolean {
  return text.includes('\n') && !text.includes('\r');
}

function isWhollyCrlf(bytes: Buffer, encoding: TextEncoding): boolean {
  const width = encoding.startsWith('utf16') ? 2 : 1;
  const unit = (at: number): number => unitAt(bytes, at, encoding);
  let hasLines = false;
  for (let at = nextLf(bytes, 0, width, unit); at !== -1; at = nextLf(bytes, at + width, width, unit)) {
    if (at < width || unit(at - width) !== CR) return false;
    hasLines = true;
  }
  return hasLines;
}

function nextLf(bytes: Buffer, from: number, width: 1 | 2, unit: (at: number) => number): number {
  if (width === 1) return bytes.indexOf(LF, from);
  for (let at = from; at + 1 < bytes.length; at += 2) if (unit(at) === LF) return at;
  return -1;
}

function unitAt(bytes: Buffer, at: number, encoding: TextEncoding): number {
  if (encoding.startsWith('utf16le')) return bytes.readUInt16LE(at);
  return encoding.startsWith('utf16be') ? bytes.readUInt16BE(at) : (bytes[at] ?? 0);
}

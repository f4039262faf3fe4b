import { encodingOf } from '../edit/file-encoding.ts';
import { detectEncoding, encodeText, type TextEncoding } from '../files/text/text-encoding.ts';

const LF = 10;
const CR = 13;

/** A text encoded for a file that may have had other content before. */
export interface FormattedText {
  readonly bytes: Buffer;
  readonly encoding: TextEncoding;
  /** The file's old encoding, if it can't represent a character of the text; `mixed`: UTF-8 with stray bytes, which are gone. */
  readonly givenUp: TextEncoding | 'mixed' | undefined;
  /** The text's line feeds were written as CRLF. */
  readonly isCrlf: boolean;
  /** The file had other line endings than the text, which was written as given. */
  readonly formerLineEnds: 'crlf' | 'mixed' | undefined;
}

/**
 * The bytes of `content` for a file that contains `before`. The file's encoding and byte order mark are kept. Line endings are written as
 * given, unless the file has only CRLF and the text only LF: then it was read without CRs, as Read shows it.
 */
export function keepFormat(content: string, before: Buffer | undefined): FormattedText {
  const found = before === undefined ? 'utf8' : encodingToKeep(before);
  const encoding = found === 'mixed' ? 'utf8' : found;
  const lineEnds = before === undefined ? 'none' : lineEndsOf(before, encoding);
  const isCrlf = lineEnds === 'crlf' && hasOnlyLf(content);
  const hasOthers = lineEnds === 'mixed' || (lineEnds === 'crlf' && !isCrlf && /(?<!\r)\n/.test(content));
  const formerLineEnds = hasOthers && content.includes('\n') ? lineEnds : undefined;
  const text = withoutDoubledMark(isCrlf ? content.replaceAll('\n', '\r\n') : content, encoding);
  const kept = encodeText(text, encoding);
  const ends = { isCrlf, formerLineEnds } as const;
  if (kept === undefined) {
    return { bytes: Buffer.from(text, 'utf8'), encoding: 'utf8', givenUp: encoding, ...ends };
  }
  return { bytes: kept, encoding, givenUp: found === 'mixed' ? 'mixed' : undefined, ...ends };
}

function encodingToKeep(before: Buffer): TextEncoding | 'mixed' {
  const encoding = detectEncoding(before, before.length) ?? 'utf8';
  // UTF-8 with a stray byte is better written as UTF-8.
  return encoding === 'latin1' && encodingOf(before) !== 'latin1' ? 'mixed' : encoding;
}

function withoutDoubledMark(text: string, encoding: TextEncoding): string {
  return encoding.endsWith('-bom') && text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function hasOnlyLf(text: string): boolean {
  return text.includes('\n') && !text.includes('\r');
}

function lineEndsOf(bytes: Buffer, encoding: TextEncoding): 'none' | 'lf' | 'crlf' | 'mixed' {
  const width = encoding.startsWith('utf16') ? 2 : 1;
  const unit = (at: number): number => unitAt(bytes, at, encoding);
  let ends: 'none' | 'lf' | 'crlf' = 'none';
  for (let at = nextLf(bytes, 0, width, unit); at !== -1; at = nextLf(bytes, at + width, width, unit)) {
    const end = at >= width && unit(at - width) === CR ? 'crlf' : 'lf';
    if (ends !== 'none' && ends !== end) return 'mixed';
    ends = end;
  }
  return ends;
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

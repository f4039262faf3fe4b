import { encodingOf, fitsLatin1, type FileEncoding } from './file-encoding.ts';
import { findMatches, type Matches } from './find-matches.ts';
import type { EditForm } from './edit-schema.ts';

export interface MatchedForm {
  readonly form: EditForm;
  readonly wanted: Buffer;
  readonly replacement: Buffer;
  readonly matches: Matches;
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/**
 * Finds `oldString` in the file as it is, else in the only other ways in which Read shows the same text: with CRLF where
 * the strings have LF, and as Latin-1 where the file is not UTF-8. Never anything looser. Undefined when nothing matches.
 */
export function matchForms(bytes: Buffer, oldString: string, newString: string): MatchedForm | undefined {
  const encoding = encodingOf(bytes);
  for (const charset of charsetsFor(encoding, oldString, newString)) {
    const plain = tryForm(bytes, charset === 'utf8' ? 'exact' : 'latin1', charset, oldString, newString);
    const crlf = isLf(oldString)
      ? tryForm(bytes, crlfForm(charset), charset, toCrlf(oldString), toCrlf(newString))
      : undefined;
    // A string that begins with LF is found in the middle of CRLF as well, whose CR must not be left behind.
    if (crlf !== undefined && (plain === undefined || crlf.matches.count === plain.matches.count))
      return crlf;
    if (plain !== undefined) return withLineEnds(bytes, charset, oldString, newString, plain);
  }
  return undefined;
}

type Charset = 'utf8' | 'latin1';

/** In the order in which they are tried. ASCII is the same in both, so for it the file's own comes first. */
function charsetsFor(encoding: FileEncoding, oldString: string, newString: string): readonly Charset[] {
  if (encoding === 'utf8' || !fitsLatin1(oldString) || !fitsLatin1(newString)) return ['utf8'];
  return encoding === 'latin1' ? ['latin1', 'utf8'] : ['utf8', 'latin1'];
}

function tryForm(
  bytes: Buffer,
  form: EditForm,
  charset: Charset,
  oldString: string,
  newString: string,
): MatchedForm | undefined {
  const wanted = Buffer.from(oldString, charset);
  const matches = findMatches(bytes, wanted);
  return matches.count === 0
    ? undefined
    : { form, wanted, replacement: Buffer.from(newString, charset), matches };
}

/** A string without line ends that is replaced by several lines: they get the line end of the line where the match stands. */
function withLineEnds(
  bytes: Buffer,
  charset: Charset,
  oldString: string,
  newString: string,
  plain: MatchedForm,
): MatchedForm {
  const isOneLine = !oldString.includes('\n') && !oldString.endsWith('\r');
  if (!isOneLine || !newString.includes('\n') || newString.includes('\r')) return plain;
  const end = plain.matches.first + plain.wanted.length;
  if (!endsInCrlf(bytes, end)) return plain;
  return { ...plain, form: crlfForm(charset), replacement: Buffer.from(toCrlf(newString), charset) };
}

function endsInCrlf(bytes: Buffer, from: number): boolean {
  const after = bytes.indexOf(NEWLINE, from);
  const lineEnd = after === -1 ? bytes.lastIndexOf(NEWLINE, from) : after;
  return lineEnd > 0 && bytes[lineEnd - 1] === CARRIAGE_RETURN;
}

function crlfForm(charset: Charset): EditForm {
  return charset === 'utf8' ? 'crlf' : 'latin1-crlf';
}

function isLf(text: string): boolean {
  return text.includes('\n') && !text.includes('\r');
}

function toCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}

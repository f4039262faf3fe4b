import { refuse, type Reader } from './reader.ts';

/** Ends a word: the shell's own list, never a locale's. The empty string means the end of the text. */
export function endsWord(character: string): boolean {
  switch (character) {
    case '':
    case ' ':
    case '\t':
    case '\n':
    case ';':
    case '&':
    case '|':
    case '(':
    case ')':
    case '<':
    case '>':
      return true;
    default:
      return false;
  }
}

/** Characters that a reader of the text can't see, takes for a blank, or sees in another order. */
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const PRINTABLE = /^[ -~\t\n]*$/u;
/** Bash marks its own text with 1 and 127, and loses what follows a 0; a lone surrogate reaches no program as itself. */
// oxlint-disable-next-line no-control-regex
const NEVER = /[\0\u0001\u007F]|\p{Cs}/u;

export function refuseHidden(reader: Reader, start: number, end: number): void {
  const text = reader.source.slice(start, end);
  if (PRINTABLE.test(text)) return;
  const index = text.replaceAll(/[\t\n ]/gu, 'x').search(HIDDEN);
  if (index >= 0)
    refuse(
      reader,
      'control-character',
      'a character that is invisible or no blank to the shell',
      start + index,
    );
}

/** Position of a character that is rejected even in quotes; -1 if there is none. */
export function findForbidden(source: string): number {
  return PRINTABLE.test(source) ? -1 : source.search(NEVER);
}

export function isDigits(text: string): boolean {
  return /^\d+$/u.test(text);
}

import { ansiCEnd } from './ansi-c.ts';
import { operatorAt, type WordOperator } from './entry.ts';

type Lexeme =
  | { readonly kind: 'operator'; readonly operator: WordOperator }
  | { readonly kind: 'word'; readonly start: number; readonly text: string };

const OPERATOR_CHARACTERS = new Set('|&;()<>');
const QUOTES = new Set(['"', "'"]);

/** Blanks are JavaScript's white space, as in shell-quote, and so include newlines. */
function isBlank(character: string): boolean {
  return character.trim() === '';
}

/** Whether a character outside quotes, unless escaped, is more than text to the cutting of a line. */
export function isSpecial(character: string): boolean {
  return character === '$' || QUOTES.has(character) || isOperatorCharacter(character) || isBlank(character);
}

export function isOperatorCharacter(character: string): boolean {
  return OPERATOR_CHARACTERS.has(character);
}

/**
 * Cuts a line at blanks and operators, without reading the words. A quote that is never closed is left out and ends the
 * word before it, as in shell-quote: no word can hold an open quote.
 *
 * Linear: what follows a quote without its partner has no further quote of that kind outside other quotes, so each of
 * the three searches for a partner fails for one quote at most: as the end of a word, and again as the start of one.
 */
export function* lexemes(line: string, escape: string): Generator<Lexeme, void, undefined> {
  let at = 0;
  while (at < line.length) {
    const operator = operatorAt(line, at);
    if (operator !== undefined) {
      yield { kind: 'operator', operator };
      at += operator.op.length;
      continue;
    }
    const end = wordEnd(line, at, escape);
    if (end > at) yield { kind: 'word', start: at, text: line.slice(at, end) };
    at = Math.max(end, at + 1);
  }
}

function wordEnd(line: string, start: number, escape: string): number {
  let at = start;
  while (at < line.length) {
    const next = pieceEnd(line, at, escape);
    if (next === at) return at;
    at = next;
  }
  return at;
}

/** The end of the character or quotation at `at`; `at` itself if no word can continue here. */
function pieceEnd(line: string, at: number, escape: string): number {
  const character = line.charAt(at);
  const following = line.charAt(at + 1);
  if (character === escape) return at + (isEscapable(following, escape) ? 2 : 1);
  switch (character) {
    case '$':
      if (following === "'") return Math.max(ansiCEnd(line, at), at) + 1;
      return at + (following === '$' ? 2 : 1);
    case '"':
      return Math.max(doubleQuoteEnd(line, at, escape) + 1, at);
    case "'":
      return Math.max(line.indexOf("'", at + 1) + 1, at);
    default:
      return isSpecial(character) ? at : at + 1;
  }
}

/** A newline and the rarer blanks can't be escaped outside quotes: they end the word, and the escape says nothing. */
function isEscapable(character: string, escape: string): boolean {
  if (character === escape || character === ' ' || character === '\t') return true;
  return isSpecial(character) && !isBlank(character);
}

function doubleQuoteEnd(line: string, at: number, escape: string): number {
  for (let index = at + 1; index < line.length; index += 1) {
    const character = line[index];
    if (character === '"') return index;
    if (character === escape) index += 1;
  }
  return -1;
}

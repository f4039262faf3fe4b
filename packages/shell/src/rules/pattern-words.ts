/** A word of a pattern: the literal pieces between its wildcards. One piece: no wildcard in it. */
export type PatternWord = readonly string[];

export const WILDCARD: PatternWord = ['', ''];

/**
 * The words of a pattern, separated by runs of blanks outside quotes, as in the texts that patterns are compared with.
 *
 * `*` is a wildcard wherever it stands, in quotes too, and `\*` a literal star wherever it stands. That is the only
 * escape there is, so that rules written by hand and rules that were suggested are read alike: every other backslash
 * stands for itself, also the first one of `\\*`, a backslash and a star.
 */
export function patternWords(specifier: string): PatternWord[] {
  const words: PatternWord[] = [];
  let pieces: string[] = [];
  let piece = '';
  let isInWord = false;
  let quote = '';
  for (let at = 0; at < specifier.length; at += 1) {
    const character = specifier.charAt(at);
    if (quote === '' && isBlank(character)) {
      if (isInWord) words.push([...pieces, piece]);
      [pieces, piece, isInWord] = [[], '', false];
      continue;
    }
    isInWord = true;
    if (character === '*') {
      // Two wildcards side by side are one.
      if (piece !== '' || pieces.length === 0) pieces.push(piece);
      piece = '';
      continue;
    }
    const next = specifier.charAt(at + 1);
    const isStar = character === '\\' && next === '*';
    piece += isStar ? '*' : character;
    if (isStar) at += 1;
    else if (character === '\\' && quote !== "'" && isEscapable(next, specifier.charAt(at + 2))) {
      piece += next;
      at += 1;
    } else if (character === quote) quote = '';
    else if (quote === '' && isQuote(character)) quote = character;
  }
  if (isInWord) words.push([...pieces, piece]);
  return words;
}

/** The pattern that matches a text and nothing else. */
export function escapePattern(text: string): string {
  return text.replaceAll('*', String.raw`\*`);
}

/** What an escape keeps from separating words or from quoting; `\\\\*` is left alone, for its star. */
function isEscapable(character: string, next: string): boolean {
  return isBlank(character) || isQuote(character) || (character === '\\' && next !== '*');
}

/** Of the shell: no other blank separates words. */
function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

function isQuote(character: string): boolean {
  return character === "'" || character === '"';
}

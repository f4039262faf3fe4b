/** A word of a pattern. */
export interface PatternWord {
  /** The literal pieces between its wildcards, with quotes and escapes as written. One piece: no wildcard in it. */
  readonly pieces: readonly string[];
  /** For a shell: a stand-in for each wildcard, and literal stars as a shell would be given them. */
  readonly forShell: string;
}

/** Replaces a wildcard when a pattern is read as shell words: an ordinary, rare character. U+2217. */
export const STAND_IN = '∗';

/**
 * The words of a pattern, separated by runs of blanks outside quotes.
 *
 * `*` is a wildcard wherever it stands, in quotes too, and `\*` a literal star wherever it stands. That is the only
 * escape of patterns, so that rules written by hand and rules that were suggested are read alike. Before another
 * backslash, as in `\\*`, a backslash is itself; quotes and all other escapes are the shell's.
 */
export function patternWords(specifier: string): PatternWord[] {
  const words: PatternWord[] = [];
  let pieces: string[] = [];
  let piece = '';
  let forShell = '';
  let isInWord = false;
  let quote = '';
  const endWord = () => {
    if (isInWord) words.push({ pieces: [...pieces, piece], forShell });
    [pieces, piece, forShell, isInWord] = [[], '', '', false];
  };
  const add = (text: string, shellText = text) => {
    piece += text;
    forShell += shellText;
  };
  for (let at = 0; at < specifier.length; at += 1) {
    const character = specifier.charAt(at);
    if (quote === '' && isBlank(character)) {
      endWord();
      continue;
    }
    isInWord = true;
    const next = specifier.charAt(at + 1);
    if (character === '*') {
      // Two wildcards side by side are one.
      if (piece === '' && pieces.length > 0) continue;
      pieces.push(piece);
      piece = '';
      forShell += STAND_IN;
    } else if (character === '\\' && next === '*') {
      add('*', quote === '' ? String.raw`\*` : '*');
      at += 1;
    } else if (character === '\\' && quote !== "'" && isEscapable(next, specifier.charAt(at + 2))) {
      add(character + next);
      at += 1;
    } else {
      add(character);
      if (character === quote) quote = '';
      else if (quote === '' && isQuote(character)) quote = character;
    }
  }
  endWord();
  return words;
}

/** The pattern that matches a text and nothing else. */
export function escapePattern(text: string): string {
  return text.replaceAll('*', String.raw`\*`);
}

export function isWildcard(word: PatternWord | undefined): boolean {
  return word?.pieces.length === 2 && word.pieces.every((piece) => piece === '');
}

/** What an escape keeps from separating words or from quoting; `\\*` is left alone, for its star. */
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

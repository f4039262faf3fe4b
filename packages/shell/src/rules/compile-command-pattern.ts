import { isBroadPattern } from './is-broad-pattern.ts';
import { piecesMatcher } from './match-pieces.ts';
import type { CommandPattern } from './pattern.ts';
import { patternWords, WILDCARD, type PatternWord } from './pattern-words.ts';

/**
 * Compiles what stands in the brackets of a command rule. Matching is linear in the length of the text.
 *
 * - `npm run build`: this command exactly.
 * - `npm run test *`: `npm run test` and whatever begins with it and a blank. `npm run test:*` is the same; elsewhere
 *   than at the very end a colon is a colon.
 * - `ls*`: whatever begins with `ls`; `* install`, `git * main`: a star stands for any characters, or none.
 */
export function compileCommandPattern(specifier: string): CommandPattern | { readonly problem: string } {
  const words = patternWords(isColonForm(specifier) ? `${specifier.trimEnd().slice(0, -2)} *` : specifier);
  if (words.length === 0) return { problem: 'the pattern is empty' };
  if (isColonForm(specifier) && words.length === 1) return { problem: 'nothing stands before ":*"' };

  const isBounded = words.length > 1 && isWildcard(words.at(-1));
  const pieces = joinWords(isBounded ? words.slice(0, -1) : words);
  const [prefix = ''] = pieces;
  if (!isBounded && pieces.length === 1) {
    return { exact: prefix, prefix, matches: (text) => text === prefix, isBroad: false };
  }
  const matchesWhole = piecesMatcher(pieces);
  const matchesStart = isBounded ? piecesMatcher(joinWords(words)) : undefined;
  return {
    exact: undefined,
    prefix,
    matches: (text) => matchesWhole(text) || matchesStart?.(text) === true,
    isBroad: isBroadPattern(words),
  };
}

function isColonForm(specifier: string): boolean {
  return specifier.trimEnd().endsWith(':*');
}

function isWildcard(word: PatternWord | undefined): boolean {
  return word?.length === WILDCARD.length && word.every((piece) => piece === '');
}

/** The literal pieces of the whole, words being separated by one blank. */
function joinWords(words: readonly PatternWord[]): string[] {
  const pieces = [''];
  for (const [place, word] of words.entries()) {
    const [head = '', ...tail] = word;
    pieces.push(`${pieces.pop()}${place === 0 ? '' : ' '}${head}`, ...tail);
  }
  return pieces;
}

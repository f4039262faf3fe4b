import { canonicalExact, canonicalForms } from './canonical-forms.ts';
import { isBroadPattern } from './is-broad-pattern.ts';
import { piecesMatcher } from './match-pieces.ts';
import type { CommandPattern } from './pattern.ts';
import { isWildcard, patternWords } from './pattern-words.ts';

/**
 * Compiles what is in the brackets of a command rule. Matching is linear in the length of the text.
 *
 * - `npm run build`: this command exactly.
 * - `npm run test *`: `npm run test` and whatever begins with it and a blank. `npm run test:*` is the same; elsewhere
 *   than at the very end a colon is a colon.
 * - `ls*`: whatever begins with `ls`; `* install`, `git * main`: a star stands for any characters, or none.
 */
export function compileCommandPattern(specifier: string): CommandPattern | { readonly problem: string } {
  const isColonForm = specifier.trimEnd().endsWith(':*');
  const words = patternWords(isColonForm ? `${specifier.trimEnd().slice(0, -2)} *` : specifier);
  if (words.length === 0) return { problem: 'the pattern is empty' };
  if (isColonForm && words.length === 1) return { problem: 'nothing comes before ":*"' };

  if (words.every(({ pieces }) => pieces.length === 1)) {
    const exact = canonicalExact(words);
    return { exact, prefix: exact, matches: (text) => text === exact, isBroad: false };
  }
  const isBounded = words.length > 1 && isWildcard(words.at(-1));
  const inWords = canonicalForms(isBounded ? words.slice(0, -1) : words);
  const forms = inWords.map(joinWords);
  const prefix = commonPrefix(forms.map(([head = '']) => head));
  const matchers = forms.flatMap((pieces) =>
    (isBounded ? [pieces, followed(pieces)] : [pieces]).map(piecesMatcher),
  );
  return {
    exact: undefined,
    prefix,
    matches: (text) => matchers.some((matches) => matches(text)),
    isBroad: inWords.some((form) => isBroadPattern(form)),
  };
}

/** The literal pieces of the whole, words being separated by one blank. */
function joinWords(words: readonly (readonly string[])[]): readonly string[] {
  const pieces = [''];
  for (const [place, word] of words.entries()) {
    const [head = '', ...tail] = word;
    pieces.push(`${pieces.pop()}${place === 0 ? '' : ' '}${head}`, ...tail);
  }
  return pieces;
}

/** With a blank behind, and anything after it. */
function followed(pieces: readonly string[]): readonly string[] {
  return [...pieces.slice(0, -1), `${pieces.at(-1)} `, ''];
}

/** The longest text that all texts begin with. */
function commonPrefix([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same += 1;
    length = same;
  }
  return first.slice(0, length);
}

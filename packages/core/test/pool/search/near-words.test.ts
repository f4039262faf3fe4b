import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doerForms, isOneTypoAway } from '../../../src/pool/search/near-words.ts';
import { stem } from '../../../src/pool/search/stem.ts';

describe('what does it, and what it does', () => {
  it.each([
    ['merge', 'merger'],
    ['split', 'splitter'],
    ['read', 'reader'],
    ['calculate', 'calculator'],
    ['write', 'writer'],
  ])('%s, %s', (verb, doer) => {
    expect(doerForms(stem(verb))).toContain(stem(doer));
    expect(doerForms(stem(doer))).toContain(stem(verb));
  });

  it('not of a word that is too short: user', () => {
    expect(doerForms('user')).not.toContain('us');
  });
});

describe('a typo', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });

  it('is a letter that is missing, too many, wrong, or swapped with the next', () => {
    fc.assert(
      fc.property(word, word, (first, second) => {
        expect(isOneTypoAway(first, second)).toBe(first !== second && typosOf(first).has(second));
      }),
    );
  });
});

/** Every word that is one typo away, and the word itself. */
function typosOf(word: string): ReadonlySet<string> {
  const typos = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    typos.add(before + after.slice(1));
    for (const letter of 'abc') {
      typos.add(before + letter + after);
      if (after !== '') typos.add(before + letter + after.slice(1));
    }
    if (after.length > 1) typos.add(`${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`);
  }
  return typos;
}

import type { Argument } from '../../src/tables/argument.ts';

/**
 * The words of an example line: separated by one blank, `'…'` keeps blanks together. Of a word that ends in `?+` (one or
 * several words) or `?1` (exactly one) only the beginning is known; of `??` nothing.
 */
export function words(line: string): Argument[] {
  return Array.from(line.matchAll(/(?:'[^']*'|[^ '])+/g), ([word]): Argument => {
    if (word === '??') return undefined;
    const known = word.replaceAll("'", '');
    if (word.endsWith('?1')) return { prefix: known.slice(0, -2), isOne: true };
    return word.endsWith('?+') ? { prefix: known.slice(0, -2), isOne: false } : known;
  });
}

/** The lines of a table; blank lines separate programs. */
export function lines(table: string): string[] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

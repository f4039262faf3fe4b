import { expect, it } from 'vitest';
import { countText, sizeText } from '../../src/terminal/amounts.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
])('%d bytes is %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

it('counts in the singular and the plural', () => {
  expect([0, 1, 2].map((count) => countText(count, 'call'))).toEqual(['0 calls', '1 call', '2 calls']);
});

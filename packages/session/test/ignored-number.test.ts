import { expect, it } from 'vitest';
import { ignoredNumber } from '../src/ignored-number.ts';

it.each<[string | undefined, number, string | undefined]>([
  [undefined, 1, undefined],
  ['', 1, undefined],
  [' 12 ', 1, undefined],
  ['0', 0, undefined],
  ['0', 1, 'N is ignored: "0" is not a positive whole number.'],
  ['-1', 0, 'N is ignored: "-1" is not a whole number.'],
  ['1e3', 1, 'N is ignored: "1e3" is not a positive whole number.'],
  ['ten', 1, 'N is ignored: "ten" is not a positive whole number.'],
])('a variable that is %j, with %j as the least: %j', (text, least, expected) => {
  expect(ignoredNumber({ N: text }, 'N', least)).toBe(expected);
});

import { expect, it } from 'vitest';
import { closeness } from '../../../src/pool/search/closeness.ts';

const END = -1;
const PAIR = [{ first: 1, second: 2, share: 1 }];

/** The words of a text, and how close the words 1 and 2 are in it. */
it.each([
  ['beside each other', [9, 1, 2, 9], 1],
  ['with one between', [1, 9, 2], 1 / 2],
  ['with three between', [1, 9, 9, 9, 2], 1 / 4],
  ['with four between', [1, 9, 9, 9, 9, 2], 0],
  ['the other way round', [2, 1], 1],
  ['the other way round, with two between', [2, 9, 9, 1], 1 / 3],
  ['at the second place closer than at the first', [1, 9, 9, 2, 9, 1, 2], 1],
  ['in two texts', [1, END, 2], 0],
  ['one of them only', [1, 9, 1], 0],
  ['nothing', [], 0],
])('%s', (_how, order, expected) => {
  expect(closeness(order, PAIR)).toBe(expected);
});

it('each pair of the query counts by its share', () => {
  const pairs = [
    { first: 1, second: 2, share: 0.75 },
    { first: 2, second: 3, share: 0.25 },
  ];
  expect(closeness([1, 2, 9, 3], pairs)).toBe(0.75 + 0.25 / 2);
  expect(closeness([2, 3], pairs)).toBe(0.25);
  expect(closeness([1, 2, 3], [])).toBe(0);
});

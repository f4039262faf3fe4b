import { expect, it } from 'vitest';
import { cellWidth, fitText } from '../../src/terminal/fit-text.ts';

it.each([
  ['abc', 3],
  ['日本', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['✓', 1],
  ['', 0],
])('%s takes %i cells', (text, cells) => {
  expect(cellWidth(text)).toBe(cells);
});

it.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 5, 'abcd…'],
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['a👩‍👩‍👧b', 3, 'a…'],
  ['ae\u0301o\u0302u', 3, 'ae\u0301…'],
  ['ab', 1, '…'],
  ['ab', 0, ''],
])('%s in %i cells is %s', (text, cells, fitting) => {
  expect(fitText(text, cells)).toBe(fitting);
  expect(cellWidth(fitText(text, cells))).toBeLessThanOrEqual(cells);
});

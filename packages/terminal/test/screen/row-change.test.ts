import { expect, it } from 'vitest';
import { rowChange } from '../../src/screen/row-change.ts';

it.each([
  ['nothing', 'thinking 3 s', 'thinking 3 s', ''],
  ['the end that is different', 'thinking 3 s', 'thinking 4 s', '\u001b[9C4 s'],
  ['what was beyond the new end, erased', 'thinking 10 s', 'thinking', '\u001b[8C\u001b[K'],
  ['all of it, where cells before the change can not be counted', '漢字 a', '漢字 b', '漢字 b'],
  [
    'the end with the style that it is in',
    '\u001b[36mab\u001b[0m',
    '\u001b[36mac\u001b[0m',
    '\u001b[1C\u001b[36mc\u001b[0m',
  ],
])('changes of a row only what is different: %s', (_, before, after, written) => {
  expect(rowChange(before, after, false)).toBe(written);
});

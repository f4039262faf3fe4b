import { expect, it } from 'vitest';
import { hasSingleCells } from '../../src/terminal/single-cells.ts';

const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter((one) =>
  hasSingleCells(one),
);

it('knows the characters of ordinary rows', () => {
  for (const text of ['default · 12 % of 200k', '✓ Read', '⠿ Bash', '── Edit ──', 'é ß Ω Ж', '… — “a” → ≤'])
    expect(hasSingleCells(text)).toBe(true);
});

it.each([
  '日本',
  'e\u0301',
  '👍',
  '⌚',
  '\u200d',
  '\ufe0f',
  '✔\ufe0f',
  '\u0488',
  '\u1100',
  'a\tb',
  '\r\n',
  'ก',
])('does not answer for %j', (text) => {
  expect(hasSingleCells(text)).toBe(false);
});

it('holds only characters that are graphemes of their own, beside any other of them', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const text = characters.flatMap((one) => [one, 'a', one, one]).join('');
  expect([...segmenter.segment(text)].every(({ segment }) => segment.length === 1)).toBe(true);
});

it('holds only characters that are one cell wide', () => {
  const wide = characters.filter((one) => /\p{Emoji_Presentation}|\p{Mn}|\p{Me}/u.test(one));
  expect(wide).toEqual([]);
});

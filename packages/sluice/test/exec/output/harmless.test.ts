import { expect, it } from 'vitest';
import { harmless } from '../../../src/exec/output/harmless.ts';

it.each([
  ['plain text stays', 'grün 日本 👩‍👩‍👧 e\u0301', 'grün 日本 👩‍👩‍👧 e\u0301'],
  ['an escape sequence becomes visible', '\u001b[31mred\u001b]0;title\u0007', '␛[31mred␛]0;title␇'],
  ['line ends and tabs become blanks', 'a\r\nb\tc', 'a  b c'],
  ['delete and C1 controls', '\u007f\u009b31m', '␡�31m'],
  ['what turns the direction of text', 'a\u202eb\u2066', 'a�b�'],
  ['separators of lines', 'a\u2028b\u2029c', 'a�b�c'],
  ['a lone surrogate', 'a\ud83d', 'a�'],
  ['a byte order mark', '\ufeffa', '�a'],
])('%s', (_, text, shown) => {
  expect(harmless(text)).toBe(shown);
});

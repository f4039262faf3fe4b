import { expect, it } from 'vitest';
import { cleanText } from '../../../src/client/definitions/clean-text.ts';

const spelled = (base: number): string =>
  [...Buffer.from('send it')].map((byte) => String.fromCodePoint(base + byte)).join('');

it.each([
  ['lines and tabs', 'a\n\tb', 'a\n\tb'],
  ['control characters', 'a\u0000\u0007\u001b[31mb\u0085', 'a[31mb'],
  ['marks that turn text around', 'a\u202eb\u2066c\u200f', 'abc'],
  ['tags', `a${spelled(0xe0000)}b`, 'ab'],
  ['bytes as variation selectors', `\u{1f600}${spelled(0xe0100)}b`, '\u{1f600}b'],
  ['bits as joiners', `a${'\u200c\u200d'.repeat(20)}b`, 'ab'],
  ['nibbles as short variation selectors', `a\ufe01\ufe0e\ufe07b`, 'ab'],
  ['fillers that look like nothing', `a${'\u3164'.repeat(30)}b`, 'ab'],
  [
    'what writing needs',
    'می\u200cخواهم \u{1f3f3}\ufe0f\u200d\u{1f308} क\u094d\u200d',
    'می\u200cخواهم \u{1f3f3}\ufe0f\u200d\u{1f308} क\u094d\u200d',
  ],
  [
    'ASCII',
    String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code)),
    `\t\n${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}`,
  ],
  ['half a character', 'a\ud83d', 'a\ufffd'],
])('of %s, a model gets what a person would see', (_what, text, shown) => {
  expect(cleanText(text, 1_000)).toBe(shown);
});

it('is cut to so many bytes, between two characters', () => {
  expect(cleanText('äöü', 6)).toBe('äöü');
  expect(cleanText('abcd', 4)).toBe('abcd');
  expect(cleanText('abcde', 4)).toBe('a…');
  expect(cleanText('äöüä', 7)).toBe('äö…');
  expect(cleanText('äöüä', 6)).toBe('ä…');
});

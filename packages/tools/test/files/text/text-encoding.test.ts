import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { decodeText, detectEncoding, encodeText } from '../../../src/files/text/text-encoding.ts';
import { runs } from '../runs.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['nothing', latin1(''), 'utf8'],
  ['ASCII', latin1('text\n'), 'utf8'],
  ['UTF-8', Buffer.from('é語😀'), 'utf8'],
  ['UTF-8 with its mark', Buffer.from('\uFEFFtext'), 'utf8-bom'],
  ['the mark of UTF-8 alone', Buffer.from('\uFEFF'), 'utf8-bom'],
  ['Latin-1', latin1('caf\xe9'), 'latin1'],
  ['Latin-1 only after 8 KiB', latin1(`${'a'.repeat(9000)}\xe9`), 'latin1'],
  ['UTF-16 LE with its mark', latin1('\xff\xfeh\0i\0'), 'utf16le-bom'],
  ['UTF-16 LE with its mark and no Latin letter', wide('\uFEFF日本語'), 'utf16le-bom'],
  ['UTF-16 BE with its mark', latin1('\xfe\xff\0h\0i'), 'utf16be-bom'],
  ['the mark of UTF-16 alone', latin1('\xff\xfe'), 'utf16le-bom'],
  ['UTF-16 LE without a mark', wide('plain text\r\n'), 'utf16le'],
  ['UTF-16 BE without a mark', wide('plain text\r\n').swap16(), 'utf16be'],
  ['UTF-16 LE without a mark, half of it wide', wide('日本語 ab\n'), 'utf16le'],
  ['two lines with a NUL in them', latin1('x\0y\n'), undefined],
  ['names with a NUL after each', latin1('abc\0def\0ghi\0'), undefined],
  ['names with a NUL before each', latin1('\0abc\0def\0ghi'), undefined],
  ['UTF-16 LE without a mark, one character of it wide', wide('語 ab\n'), 'utf16le'],
  ['UTF-16 LE without a mark, two letters', wide('hi'), 'utf16le'],
  ['UTF-16 with half a character', latin1('\xff\xfeh\0i'), undefined],
  ['UTF-32 with its mark', latin1('\xff\xfe\0\0h\0\0\0'), undefined],
  ['UTF-32 without a mark', latin1('h\0\0\0i\0\0\0'), undefined],
  ['small numbers of two bytes', latin1('\x01\0\x02\0\x03\0\x04\0'), undefined],
  ['one letter and a NUL', latin1('a\0'), undefined],
  ['NUL bytes', Buffer.alloc(100), undefined],
  ['a NUL in a text', latin1('some text\0and more'), undefined],
  ['a NUL after 8 KiB', latin1(`${'a'.repeat(8192)}\0`), 'utf8'],
])('the encoding of %s', (_, bytes, encoding) => {
  expect(detectEncoding(bytes, bytes.length)).toBe(encoding);
});

test('the start of a text may break off inside a character', () => {
  const bytes = Buffer.from('日本語');
  for (const length of [4, 5, 7, 8]) expect(detectEncoding(bytes.subarray(0, length), 9)).toBe('utf8');
  expect(detectEncoding(bytes.subarray(0, 8), 8)).toBe('latin1');
  const pair = wide('ab😀');
  expect(detectEncoding(pair.subarray(0, 6), 8)).toBe('utf16le');
});

test('any bytes that are text come back the same from text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.constantFrom('', '\uFEFF', '\uFEFF\uFEFFx', 'a\r\nb\r\n'),
  );
  const encoding = fc.constantFrom(
    'utf8',
    'utf8-bom',
    'utf16le',
    'utf16le-bom',
    'utf16be',
    'utf16be-bom',
    'latin1',
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
    fc.tuple(text, encoding).map(([content, as]) => encodeText(content, as) ?? Buffer.from(content)),
  );
  fc.assert(
    fc.property(bytes, (content) => {
      const found = detectEncoding(content, content.length);
      if (found === undefined) return;
      expect(encodeText(decodeText(content, found), found)?.equals(content)).toBe(true);
    }),
    runs,
  );
});

test('a text with a mark is found again in its encoding', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 50 }).filter((content) => !content.includes('\0'));
  fc.assert(
    fc.property(text, fc.constantFrom('utf8-bom', 'utf16le-bom', 'utf16be-bom'), (content, encoding) => {
      const bytes = encodeText(content, encoding) ?? Buffer.alloc(0);
      expect(detectEncoding(bytes, bytes.length)).toBe(encoding);
      expect(decodeText(bytes, encoding)).toBe(content);
    }),
    runs,
  );
});

test.each([
  ['a wide character in Latin-1', '語', 'latin1', undefined],
  ['Latin-1', 'é', 'latin1', latin1('\xe9')],
  ['half a pair in UTF-8', '\ud83d', 'utf8', undefined],
  ['half a pair in UTF-16', '\ud83d', 'utf16le', latin1('\x3d\xd8')],
  ['UTF-16 BE with its mark', 'h', 'utf16be-bom', latin1('\xfe\xff\0h')],
] as const)('encodes %s', (_, text, encoding, bytes) => {
  expect(encodeText(text, encoding)).toEqual(bytes);
});

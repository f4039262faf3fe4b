import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { afterNewline, countNewlines } from '../../../src/files/text/count-newlines.ts';
import { runs } from '../runs.ts';

/** Bytes near the newline and at the edges of the arithmetic, so that carries show. */
const byte = fc.constantFrom(0, 9, 10, 11, 0x0a ^ 0x7f, 0x7f, 0x80, 0x8a, 0x8b, 0xff);
const bytes = fc
  .uint8Array({ maxLength: 5000 })
  .chain((random) => fc.array(byte, { maxLength: 3000 }).map((edges) => Buffer.from([...edges, ...random])));

test('counting equals a loop over the bytes, at every alignment', () => {
  fc.assert(
    fc.property(bytes, fc.nat(8), (content, offset) => {
      const part = content.subarray(Math.min(offset, content.length));
      expect(countNewlines(part)).toBe([...part].filter((value) => value === 10).length);
    }),
    runs,
  );
});

test('a buffer full of newlines overflows no sum', () => {
  for (const length of [1019, 1020, 1021, 4096, 100_003]) {
    expect(countNewlines(Buffer.alloc(length, 10))).toBe(length);
  }
});

test('the place after the nth newline', () => {
  const content = Buffer.from('a\nb\n\nc');
  expect([1, 2, 3, 4].map((count) => afterNewline(content, count))).toEqual([2, 4, 5, -1]);
  expect(afterNewline(content, 1, 3)).toBe(4);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, tailOf, utf8Length } from '../../src/result/text.ts';
import { RUNS } from '../support/toy-calls.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const piece = fc.constantFrom('a', 'é', '€', '😀', '\n', '\ud800', '\udc00', 'zzzz', '');
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
);
const limit = fc.integer({ min: 0, max: 80 });

describe('text that is cut', () => {
  it('has never more bytes than allowed, and is a beginning or an end of the whole', () => {
    fc.assert(
      fc.property(text, limit, (whole, bytes) => {
        const head = headOf(whole, bytes);
        const tail = tailOf(whole, bytes);
        expect(bytesOf(head)).toBeLessThanOrEqual(bytes);
        expect(bytesOf(tail)).toBeLessThanOrEqual(bytes);
        expect(whole.startsWith(head)).toBe(true);
        expect(whole.endsWith(tail)).toBe(true);
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it('is never cut inside a surrogate pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), limit, (whole, bytes) => {
        expect(headOf(whole, bytes).isWellFormed()).toBe(true);
        expect(tailOf(whole, bytes).isWellFormed()).toBe(true);
      }),
      { numRuns: RUNS * 5 },
    );
  });

  it('is whole when it fits', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const bytes = bytesOf(whole);
        expect(headOf(whole, bytes)).toBe(whole);
        expect(tailOf(whole, bytes)).toBe(whole);
        expect(utf8Length(whole)).toBe(bytes);
      }),
      { numRuns: RUNS },
    );
  });

  it('loses less than half of what would fit to a line end', () => {
    fc.assert(
      fc.property(text, limit, (whole, bytes) => {
        const fits = headOf(whole.replaceAll('\n', ' '), bytes).length;
        expect(headOf(whole, bytes).length).toBeGreaterThanOrEqual(Math.floor(fits / 2));
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['at the last line end of its second half', '123456\n89012', 10, '123456\n'],
    ['at its limit when the line end comes too early', '12\n4567890123', 10, '12\n4567890'],
    ['at its limit when there is no line end', '1234567890123', 10, '1234567890'],
  ])('ends %s', (_, whole, bytes, head) => {
    expect(headOf(whole, bytes)).toBe(head);
  });

  it.each([
    ['after the first line end of its first half', 'abc\n12\n4567890', 10, '4567890'],
    ['at its limit when the line end comes too late', 'abcd12345678\n0', 10, '12345678\n0'.slice(-10)],
  ])('begins %s', (_, whole, bytes, tail) => {
    expect(tailOf(whole, bytes)).toBe(tail);
  });
});

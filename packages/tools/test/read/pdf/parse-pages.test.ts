import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePages } from '../../../src/read/pdf/parse-pages.ts';
import { runs } from '../../files/runs.ts';

test.each([
  [undefined, 3, { first: 1, last: 3 }],
  ['', 10, { first: 1, last: 10 }],
  ['  ', 1, { first: 1, last: 1 }],
  ['3', 12, { first: 3, last: 3 }],
  [' 2 - 4 ', 12, { first: 2, last: 4 }],
  ['1–5', 12, { first: 1, last: 5 }],
  ['10-99', 12, { first: 10, last: 12 }],
  ['1-20', 300, { first: 1, last: 20 }],
])('pages %j of %d', (pages, total, range) => {
  expect(parsePages(pages, total, '/f.pdf')).toEqual({ ok: true, ...range });
});

test.each([
  [
    undefined,
    11,
    'pages-needed',
    '/f.pdf has 11 pages. Say which to read, at most 20 a call: pages: "1-11".',
  ],
  [undefined, 300, 'pages-needed', 'pages: "1-20".'],
  ['0', 12, 'wrong-pages', 'starting at 1; got "0"'],
  ['-3', 12, 'wrong-pages', 'got "-3"'],
  ['1.5', 12, 'wrong-pages', 'got "1.5"'],
  ['1,3', 12, 'wrong-pages', 'one page or a range, such as "3" or "1-5"'],
  ['all', 12, 'wrong-pages', 'got "all"'],
  ['1-', 12, 'wrong-pages', 'got "1-"'],
  ['9999999999', 12, 'wrong-pages', 'got "9999999999"'],
  ['5-2', 12, 'wrong-pages', 'The first page comes first: "2-5".'],
  ['13', 12, 'wrong-pages', '/f.pdf has only 12 pages: there is no page 13.'],
  ['2', 1, 'wrong-pages', 'has only 1 page'],
  ['5-30', 300, 'wrong-pages', 'Start with pages: "5-24".'],
])('pages %j of %d is wrong', (pages, total, code, message) => {
  expect(parsePages(pages, total, '/f.pdf')).toEqual({
    ok: false,
    code,
    message: expect.stringContaining(message),
  });
});

test('a range is always of pages that are there, and of 20 at most', () => {
  const pages = fc.oneof(
    fc.tuple(fc.nat(40), fc.nat(40)).map(([first, last]) => `${first}-${last}`),
    fc.string({ unit: fc.constantFrom('1', '2', '-', ' ', ',') }),
  );
  fc.assert(
    fc.property(pages, fc.integer({ min: 1, max: 40 }), (given, total) => {
      const range = parsePages(given, total, '/f.pdf');
      if (!range.ok) return;
      expect(range.first).toBeGreaterThanOrEqual(1);
      expect(range.last).toBeGreaterThanOrEqual(range.first);
      expect(range.last).toBeLessThanOrEqual(total);
      expect(range.last - range.first).toBeLessThan(20);
    }),
    runs,
  );
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { makeInvoice } from '../src/invoice.js';
import { toCents } from '../src/money.js';

const march = makeInvoice(readFileSync(new URL('../data/march.csv', import.meta.url), 'utf8'));

test('a quoted item keeps its comma and its quotes', () => {
  assert.deepEqual(
    march.lines.map((line) => line.item),
    ['Cable, 3 m', 'Label "fragile"', 'Desk lamp', 'Paper A4'],
  );
});

test('a price is exact to the cent', () => {
  assert.equal(toCents('19.99'), 1999);
  assert.equal(toCents('1.15'), 115);
});

test('the invoice for March adds up', () => {
  assert.equal(march.totalCents, 4729);
});

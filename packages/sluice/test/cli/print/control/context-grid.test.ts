import { expect, it } from 'vitest';
import { contextGrid } from '../../../../src/cli/print/control/context-grid.ts';

const part = (name: string, tokens: number, kind: 'used' | 'free' | 'buffer' = 'used') => ({
  ...{ name, tokens, kind },
  color: `#${name}`,
});

it.each([
  [
    'each part has its share, and what is kept free comes last',
    [part('a', 20_000), part('free', 150_000, 'free'), part('kept', 30_000, 'buffer')],
    { a: 10, free: 75, kept: 15 },
  ],
  [
    'a small part has one square',
    [part('a', 1), part('b', 20_000), part('free', 179_999, 'free')],
    { a: 1, b: 10, free: 89 },
  ],
  ['a full window has no free square', [part('a', 200_000), part('free', 0, 'free')], { a: 100 }],
  ['nothing was sent', [part('a', 0), part('free', 200_000, 'free')], { free: 100 }],
])('%s', (_title, parts, expected) => {
  const rows = contextGrid(parts, 200_000);
  expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 10 }, () => 10));
  const names = rows.flat().map(({ categoryName }) => categoryName);
  const counts = Object.fromEntries(
    [...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]),
  );
  expect(counts).toEqual(expected);
});

it('a square that a part fills in part says how far', () => {
  const [first, second] = contextGrid([part('a', 3_000), part('free', 197_000, 'free')], 200_000).flat();
  expect(first).toEqual({
    color: '#a',
    isFilled: true,
    categoryName: 'a',
    tokens: 3_000,
    percentage: 2,
    squareFullness: 1,
  });
  expect(second?.squareFullness).toBe(0.5);
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createNewestFiles } from '../../src/glob/newest-files.ts';

it('keeps what sorting everything would', () => {
  const files = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 9 })), {
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 20 }), (files, limit) => {
      const newest = createNewestFiles(limit);
      for (const [name, time] of files) newest.add(name, time);
      const sorted = files.toSorted(([a, s], [b, t]) => t - s || (a < b ? -1 : 1)).map(([name]) => name);
      expect(newest.take()).toEqual(sorted.slice(0, limit));
      expect(newest.count()).toBe(files.length);
    }),
    { numRuns: Number(process.env['SLUICE_RUNS'] ?? 200) },
  );
});

it('keeps the newest of more files than it holds, ties at the edge by name', () => {
  const newest = createNewestFiles(3);
  for (let n = 0; n < 30_000; n++) newest.add(String(n).padStart(5, '0'), 1);
  for (let n = 30_000; n > 20_000; n--) newest.add(`new${n}`, n);
  for (let n = 0; n < 30_000; n++) newest.add(`late${String(n).padStart(5, '0')}`, 29_999);
  expect(newest.take()).toEqual(['new30000', 'late00000', 'late00001']);
  expect(newest.count()).toBe(70_000);
});

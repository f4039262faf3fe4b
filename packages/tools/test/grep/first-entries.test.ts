import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFirstEntries } from '../../src/grep/first-entries.ts';

const pathOrder = (a: string, b: string): number => {
  const left = a.split('/');
  const right = b.split('/');
  const at = left.findIndex((name, index) => name !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at] ?? '') < (right[at] ?? '') ? -1 : 1;
};

it('gives the first entries in path order, whatever order files come in', () => {
  const name = fc.constantFrom('a', 'a.b', 'a-b', 'b', 'B', 'é');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  const file = fc.tuple(path, fc.integer({ min: 1, max: 400 }));
  const files = fc.uniqueArray(file, { selector: ([path]) => path, maxLength: 40 });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 50 }), (files, wanted) => {
      const first = createFirstEntries(wanted);
      for (const [path, lines] of files) for (let n = 0; n < lines; n++) first.add(path, String(n));
      const got = first.take().flatMap(({ path, bodies }) => bodies.map((body) => `${path}:${body}`));
      const all = files
        .toSorted(([a], [b]) => pathOrder(a, b))
        .flatMap(([path, lines]) => Array.from({ length: lines }, (_, n) => `${path}:${n}`));
      expect(got.slice(0, wanted)).toEqual(all.slice(0, wanted));
      expect(first.totals()).toEqual({ files: files.length, entries: all.length });
    }),
    { numRuns: Number(process.env['SLUICE_RUNS'] ?? 200) },
  );
});

it('holds no more than a few times what is wanted', () => {
  const first = createFirstEntries(10);
  for (let file = 20_000; file > 0; file--) {
    for (let line = 0; line < 30; line++) first.add(String(file).padStart(5, '0'), String(line));
  }
  expect(first.take().map(({ path, bodies }) => [path, bodies.length])).toEqual([['00001', 10]]);
  expect(first.totals()).toEqual({ files: 20_000, entries: 600_000 });
});

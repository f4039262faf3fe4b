import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationText, offsetText } from '../page/format.ts';
import { Heap } from '../page/heap.ts';
import { TimeScale } from '../page/time-scale.ts';

it('a heap gives its items in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (numbers) => {
      const heap = new Heap<number>((a, b) => a - b);
      for (const number of numbers) heap.push(number);
      expect(numbers.map(() => heap.pop())).toEqual(numbers.toSorted((a, b) => a - b));
      expect(heap.pop()).toBeUndefined();
    }),
  );
});

it('idle time takes little room, and every place of the scale is one time', () => {
  const stretch = fc.tuple(fc.integer({ min: 0, max: 600_000 }), fc.integer({ min: 0, max: 20_000 }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 20 }), fc.integer({ min: 0, max: 700_000 }), (busy, time) => {
      const stretches = busy.map(([from, length]) => [from, from + length] as const);
      const scale = new TimeScale({ start: 0, end: 700_000 }, stretches, true);
      expect(scale.timeAt(scale.placeOf(time))).toBeCloseTo(time, 3);
      expect(scale.placeOf(700_000)).toBeCloseTo(scale.length, 3);
      for (const [from, to] of stretches)
        expect(scale.placeOf(to) - scale.placeOf(from)).toBeCloseTo(to - from, 3);
    }),
  );
  const scale = new TimeScale(
    { start: 0, end: 3_600_000 },
    [
      [0, 1000],
      [3_599_000, 3_600_000],
    ],
    true,
  );
  expect(scale.length).toBeLessThan(2100);
});

it.for([
  [0, '0 ms'],
  [0.4, '0.4 ms'],
  [12.4, '12 ms'],
  [1340, '1.34 s'],
  [59_940, '59.9 s'],
  [60_000, '1 min'],
  [245_000, '4 min 5 s'],
  [7_380_000, '2 h 3 min'],
] as const)('%s ms is %s', ([ms, text]) => expect(durationText(ms)).toBe(text));

it('a time since the start has milliseconds', () => {
  expect([offsetText(0), offsetText(62_345), offsetText(3_600_001)]).toEqual([
    '0:00.000',
    '1:02.345',
    '1:00:00.001',
  ]);
});

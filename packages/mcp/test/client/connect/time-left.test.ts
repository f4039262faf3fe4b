import { expect, it } from 'vitest';
import { timeLeft } from '../../../src/client/connect/time-left.ts';

it('attempts share the time to connect: a probe has half of what is left, and what follows has the rest', () => {
  let now = 7_000;
  const left = timeLeft(30_000, () => now);
  expect([left(0.5), left()]).toEqual([15_000, 30_000]);
  now += 15_000;
  expect([left(0.5), left()]).toEqual([7_500, 15_000]);
  now += 16_000;
  expect(left()).toBe(1);
});

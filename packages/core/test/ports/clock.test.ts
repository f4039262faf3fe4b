import { expect, it } from 'vitest';
import { createFakeClock } from '../../src/ports/memory/fake-clock.ts';
import { systemClock } from '../../src/ports/memory/system-clock.ts';
import { describeClock } from '../conformance/clock.ts';

describeClock('fake clock', () => {
  const clock = createFakeClock();
  return { clock, elapse: async (ms) => clock.advance(ms) };
});

describeClock('system clock', () => ({
  clock: systemClock,
  elapse: (ms) => new Promise((resolve) => systemClock.setTimer(ms, resolve)),
}));

it('shows each timer of a fake clock its own moment', () => {
  const clock = createFakeClock(1000);
  const moments: number[] = [];
  for (const ms of [7, 3, 5]) clock.setTimer(ms, () => moments.push(clock.now(), clock.wallTime()));
  expect(clock.pendingTimers).toBe(3);
  clock.advance(5);
  expect(moments).toEqual([3, 1003, 5, 1005]);
  expect(clock.pendingTimers).toBe(1);
  expect(clock.now()).toBe(5);
});

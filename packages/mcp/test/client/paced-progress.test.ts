import { createFakeClock } from '@sluice/core';
import { expect, it } from 'vitest';
import type { Progress } from '../../src/client/peer.ts';
import { PacedProgress } from '../../src/client/paced-progress.ts';

const at = (progress: number): Progress => ({ progress, total: undefined, message: undefined });

function kit() {
  const clock = createFakeClock();
  const told: number[] = [];
  const paced = new PacedProgress(({ progress }) => told.push(progress), clock);
  return { clock, told, paced };
}

it('tells the first report at once, then at most ten a second, each time the latest', () => {
  const { clock, told, paced } = kit();
  for (let progress = 0; progress < 5_000; progress += 1) {
    paced.report(at(progress));
    clock.advance(0.2);
  }
  expect(told[0]).toBe(0);
  expect(told.length).toBeLessThanOrEqual(11);
  clock.advance(100);
  expect(told.at(-1)).toBe(4_999);
});

it('a slow server is told of without delay', () => {
  const { clock, told, paced } = kit();
  for (const progress of [1, 2, 3]) {
    paced.report(at(progress));
    expect(told.at(-1)).toBe(progress);
    clock.advance(1_000);
  }
  expect(clock.pendingTimers).toBe(0);
});

it('tells what waits at the end, and nothing after it', () => {
  const { clock, told, paced } = kit();
  paced.report(at(1));
  paced.report(at(2));
  paced.end();
  clock.advance(1_000);
  expect([told, clock.pendingTimers]).toEqual([[1, 2], 0]);
});

import { rmSync, statSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFresh } from '../src/directory/keep-fresh.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const DAY = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.now() + 400 * DAY }));
afterEach(() => void vi.useRealTimers());

it('a directory at work is never a day old, whoever looks at it', () => {
  const directory = scratch();
  const stop = keepFresh(directory);
  const age = (): number => Date.now() - statSync(directory).mtimeMs;
  utimesSync(directory, 0, 0);
  for (let day = 0; day < 3; day += 1) {
    vi.advanceTimersByTime(DAY);
    expect(age()).toBeLessThan(DAY / 2);
  }
  stop();
  vi.advanceTimersByTime(DAY);
  expect(age()).toBeGreaterThanOrEqual(DAY);
  expect(vi.getTimerCount()).toBe(0);
});

it('one that is gone is let be', () => {
  const directory = scratch();
  const stop = keepFresh(directory);
  rmSync(directory, { recursive: true });
  vi.advanceTimersByTime(DAY);
  stop();
  expect(() => statSync(directory)).toThrow('ENOENT');
});

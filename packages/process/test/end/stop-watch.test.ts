import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForStop } from '../../src/end/stop-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param sizeAt the output after so many milliseconds */
function watched(sizeAt: (ms: number) => number): { readonly looks: number[]; readonly reports: number[][] } {
  const startedAt = Date.now();
  const looks: number[] = [];
  const reports: number[][] = [];
  const { release } = watchForStop(
    {
      command: 'true',
      cwd: '/',
      outputPath: '/dev/null',
      onOutput: (bytes) => reports.push([Date.now() - startedAt, bytes]),
    },
    [],
    () => {
      looks.push(Date.now() - startedAt);
      return sizeAt(Date.now() - startedAt);
    },
  );
  vi.advanceTimersByTime(10_000);
  release();
  vi.advanceTimersByTime(10_000);
  return { looks, reports };
}

it('measures the output of a silent command once a second, and reports nothing', () => {
  const { looks, reports } = watched(() => 0);
  expect(looks).toEqual([250, 750, 1750, 2750, 3750, 4750, 5750, 6750, 7750, 8750, 9750]);
  expect(reports).toEqual([]);
});

it('reports an output that grows once a second, measured four times as often', () => {
  const { looks, reports } = watched((ms) => ms);
  expect(looks).toHaveLength(40);
  expect(reports.map(([at]) => at)).toEqual(Array.from({ length: 10 }, (_, at) => 1000 * (at + 1)));
});

it('reports what comes after a silence as soon as it is measured', () => {
  const { reports } = watched((ms) => (ms < 5000 ? 0 : 12));
  expect(reports).toEqual([[5750, 12]]);
});

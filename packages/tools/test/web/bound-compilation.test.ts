import { afterEach, expect, it, vi } from 'vitest';
import { boundCompilation, compilationThreads } from '../../src/web/bound-compilation.ts';

afterEach(() => void vi.useRealTimers());

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [5, undefined],
  [64, undefined],
])('of %i processors, compilation of WebAssembly uses at most %o', (processors, threads) => {
  expect(compilationThreads(processors)).toBe(threads);
});

it('the bound is lifted after a second, and earlier when the program ends', () => {
  vi.useFakeTimers();
  const before = process.listeners('exit');
  boundCompilation(2);
  expect(process.listeners('exit')).toHaveLength(before.length + 1);
  vi.advanceTimersByTime(1_000);
  expect(process.listeners('exit')).toEqual(before);
});

import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { ripgrepMemoryLimit, watchMemory } from '../../src/ripgrep/watch-memory.ts';

it('is half of the memory at the most', () => {
  expect(ripgrepMemoryLimit()).toBeGreaterThan(0);
  expect(ripgrepMemoryLimit()).toBeLessThanOrEqual(totalmem() / 2);
});

it.runIf(existsSync('/proc/self/status'))(
  'tells once of a process that holds too much, and nothing of one that holds less',
  async () => {
    const told: string[] = [];
    const stopOther = watchMemory(process.pid, 1e15, () => told.push('less'));
    const excess = Promise.withResolvers<void>();
    const stop = watchMemory(process.pid, 1e6, () => {
      told.push('more');
      excess.resolve();
    });
    await excess.promise;
    stop();
    stopOther();
    expect(told).toEqual(['more']);
  },
);

import { describe, expect, it } from 'vitest';
import { withTimeLimit } from '../../src/ripgrep/time-limit.ts';

describe('withTimeLimit', () => {
  it('aborts the signal when the timer fires, and takes the timer back at the end', async () => {
    const log: string[] = [];
    const clock = {
      setTimer(ms: number, fire: () => void) {
        log.push(`set ${ms}`);
        fire();
        return () => void log.push('cleared');
      },
    };
    const work = withTimeLimit(7, clock, async (limit) => {
      log.push(`aborted ${limit.aborted}`);
      throw new Error('work');
    });
    await expect(work).rejects.toThrow('work');
    expect(log).toEqual(['set 7', 'aborted true', 'cleared']);
  });
});

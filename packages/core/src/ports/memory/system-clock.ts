import { MAX_TIMER_MS } from '@sluice/base';
import type { Clock } from '../clock.ts';

/** The machine's own clock. Supports any finite or infinite delay; a pending timer keeps the program alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimer(ms, fire) {
    let timer = set(ms);
    function set(rest: number): NodeJS.Timeout {
      const step = Math.min(rest, MAX_TIMER_MS);
      return setTimeout(() => {
        if (rest > MAX_TIMER_MS) timer = set(rest - MAX_TIMER_MS);
        else fire();
      }, step);
    }
    return () => {
      clearTimeout(timer);
    };
  },
};

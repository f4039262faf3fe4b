import type { Clock } from '../clock.ts';

/** setTimeout fires at once above this many milliseconds. */
const LONGEST_TIMEOUT = 2_147_483_647;

/** The machine's own clock. Any finite or infinite delay is kept; a pending timer keeps the program alive. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wallTime: () => Date.now(),
  setTimer(ms, fire) {
    let timer = set(ms);
    function set(rest: number): NodeJS.Timeout {
      const step = Math.min(rest, LONGEST_TIMEOUT);
      return setTimeout(() => {
        if (rest > LONGEST_TIMEOUT) timer = set(rest - LONGEST_TIMEOUT);
        else fire();
      }, step);
    }
    return () => {
      clearTimeout(timer);
    };
  },
};

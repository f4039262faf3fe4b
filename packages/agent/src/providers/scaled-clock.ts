import type { Clock } from '@sluice/core';

/** A clock whose timers run `speed` times as fast; at 0 they fire immediately. */
export function scaledClock(clock: Clock, speed: number): Clock {
  if (speed === 1) return clock;
  return {
    now: () => clock.now(),
    wallTime: () => clock.wallTime(),
    setTimer(ms, fire) {
      if (speed > 0) return clock.setTimer(ms / speed, fire);
      let isTakenBack = false;
      setImmediate(() => {
        if (!isTakenBack) fire();
      });
      return () => {
        isTakenBack = true;
      };
    },
  };
}

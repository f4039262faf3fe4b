import type { Clock } from '../clock.ts';

/** A clock that stands still until a test advances it. */
export interface FakeClock extends Clock {
  /**
   * Advances time by `ms` and fires due timers, by time, then in order of setting; `now()` is each timer's own time while it fires.
   * Timers set meanwhile that are due within the span fire as well. Work behind a promise runs only after this returns.
   */
  advance(ms: number): void;
  /** Milliseconds until the next timer is due; undefined if none is set. */
  readonly untilNext: number | undefined;
  /** Number of timers that have neither fired nor been canceled. */
  readonly pendingTimers: number;
}

interface Timer {
  readonly due: number;
  readonly fire: () => void;
}

/** `wallTimeAtStart` is in milliseconds since the Unix epoch; by default the first day of 2026. */
export function createFakeClock(wallTimeAtStart: number = Date.UTC(2026, 0, 1)): FakeClock {
  const timers = new Set<Timer>();
  let now = 0;

  function nextDue(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }

  return {
    now: () => now,
    wallTime: () => wallTimeAtStart + now,
    setTimer(ms, fire) {
      const timer: Timer = { due: now + Math.max(0, ms), fire };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (let timer = nextDue(end); timer !== undefined; timer = nextDue(end)) {
        timers.delete(timer);
        now = timer.due;
        timer.fire();
      }
      now = end;
    },
    get untilNext() {
      const next = nextDue(Infinity);
      return next === undefined ? undefined : next.due - now;
    },
    get pendingTimers() {
      return timers.size;
    },
  };
}

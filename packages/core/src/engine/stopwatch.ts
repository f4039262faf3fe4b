import type { Clock } from '../ports/clock.ts';

/** Measures execution time and fires once when it is used up; pauses while waiting for nested calls. */
export interface Stopwatch {
  start(): void;
  pause(): void;
}

export function createStopwatch(clock: Clock, limitMs: number, onUsedUp: () => void): Stopwatch {
  let left = limitMs;
  let startedAt: number | undefined;
  let stop: (() => void) | undefined;
  return {
    start() {
      if (startedAt !== undefined) return;
      startedAt = clock.now();
      stop = clock.setTimer(Math.max(0, left), onUsedUp);
    },
    pause() {
      if (startedAt === undefined) return;
      left -= clock.now() - startedAt;
      startedAt = undefined;
      stop?.();
    },
  };
}

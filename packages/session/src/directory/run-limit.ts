import type { Clock } from '@sluice/core';

/**
 * If hooks run more often than this for one file within this time, they pause for the same time: a hook that
 * writes its own file would run forever.
 */
export const MAX_RUNS = 20;
export const WITHIN_MS = 10_000;

/** The number of files whose run times are always kept; for more, only while needed. */
const MAX_KEPT = 1000;

/** Limits how often hooks of one file run. */
interface RunLimit {
  /** Whether hooks of a file may run now. If not, `onRested` is called when they may. */
  mayRun(path: string): boolean;
  /** Records a run. */
  ran(path: string): void;
  /** No more runs; clears all timers. */
  close(): void;
}

/**
 * @param onRest a file's hooks pause from now on
 * @param onRested some may run again
 */
export function runLimit(
  clock: Pick<Clock, 'now' | 'setTimer'>,
  onRest: (path: string) => void,
  onRested: () => void,
): RunLimit {
  const runs = new Map<string, readonly number[]>();
  const resting = new Map<string, () => void>();
  let isClosed = false;
  const lately = (times: readonly number[] = []): readonly number[] =>
    times.filter((time) => clock.now() - time < WITHIN_MS);
  const rest = (path: string): void => {
    const cancel = clock.setTimer(WITHIN_MS, () => {
      resting.delete(path);
      onRested();
    });
    resting.set(path, cancel);
    onRest(path);
  };
  return {
    mayRun(path) {
      if (isClosed || resting.has(path)) return false;
      if (lately(runs.get(path)).length < MAX_RUNS) return true;
      runs.delete(path);
      rest(path);
      return false;
    },
    ran(path) {
      runs.set(path, [...lately(runs.get(path)), clock.now()]);
      if (runs.size <= MAX_KEPT) return;
      for (const [other, times] of runs) if (lately(times).length === 0) runs.delete(other);
    },
    close() {
      isClosed = true;
      for (const cancel of resting.values()) cancel();
    },
  };
}

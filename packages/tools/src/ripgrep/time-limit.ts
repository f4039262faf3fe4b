import { release } from 'node:os';
import type { Clock } from '@sluice/core';

/** Time limit of a search in milliseconds: 20,000; 60,000 under WSL, where Windows disks are slow (behaviour.md 4.3). */
export const DEFAULT_TIME_LIMIT_MS = release().toLowerCase().includes('microsoft') ? 60_000 : 20_000;

const realTimer: Pick<Clock, 'setTimer'> = {
  setTimer(ms, fire) {
    const timer = setTimeout(() => fire(), ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Runs `work` with a signal that is aborted after `ms`; the timer is cleared when the work has ended. */
export async function withTimeLimit<Value>(
  ms: number,
  clock: Pick<Clock, 'setTimer'> = realTimer,
  work: (timeLimit: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const cancelTimer = clock.setTimer(ms, () => limit.abort());
  try {
    return await work(limit.signal);
  } finally {
    cancelTimer();
  }
}

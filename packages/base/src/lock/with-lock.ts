import { setTimeout } from 'node:timers/promises';
import { takeLock } from './take-lock.ts';

export type Locked<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly pid: number };

/** A holder works for milliseconds: one that takes this long is stopped, or hangs. */
const PATIENCE_MS = 10_000;

/** Does something while no other process holds the lock, for which it waits. */
export async function withLock<Result>(
  path: string,
  work: () => Promise<Result>,
  patienceMs: number = PATIENCE_MS,
): Promise<Locked<Result>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const attempt = takeLock(path);
    if (attempt.ok) {
      try {
        return { ok: true, result: await work() };
      } finally {
        attempt.release();
      }
    }
    if (performance.now() > end) return { ok: false, pid: attempt.holder.pid };
    // Waiters that came together should not come back together.
    await setTimeout(2 + Math.random() * 10);
  }
}

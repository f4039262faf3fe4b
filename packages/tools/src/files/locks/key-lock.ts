import { withProcessLock } from './process-lock.ts';

/** By key: when the last holder is done. */
const tails = new Map<string, Promise<void>>();

/**
 * Runs `work` while no other call of this process, and as far as can be known no other process, holds `key`; waiters of one process are
 * served in order. Rejects with the signal's reason if it is aborted while waiting; once `work` has started, it handles the signal
 * itself.
 */
export async function withKeyLock<Value>(
  key: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = tails.get(key);
  const { promise: done, resolve: release } = Promise.withResolvers<void>();
  // A waiter that gives up must not let those behind it overtake the holder: its own end comes after the one before.
  const tail = before === undefined ? done : before.then(() => done);
  tails.set(key, tail);
  try {
    if (before !== undefined) await untilAborted(before, signal);
    signal.throwIfAborted();
    return await withProcessLock(key, signal, work);
  } finally {
    release();
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
  }
}

/** Keys that are held or waited for; used by tests to find leaks. */
export function heldKeys(): number {
  return tails.size;
}

async function untilAborted(waited: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([waited, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

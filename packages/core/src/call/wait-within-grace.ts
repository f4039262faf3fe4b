import type { Engine } from '../engine/engine.ts';

/**
 * Waits for work that no one needs once the signal is aborted; then it has the grace period to end, and after that the result is
 * undefined.
 */
export function waitWithinGrace<Value>(
  engine: Engine,
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    let stopTimer: (() => void) | undefined;
    const hurry = (): void => {
      stopTimer ??= engine.ports.clock.setTimer(engine.limits.graceMs, () => resolve(undefined));
    };
    const settle = (): void => {
      stopTimer?.();
      signal.removeEventListener('abort', hurry);
    };
    if (signal.aborted) hurry();
    else signal.addEventListener('abort', hurry);
    work.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

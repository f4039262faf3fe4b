import type { Clock } from '@sluice/core';

/** False if `signal` ended the wait early. */
export function wait(ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (isWhole: boolean): void => {
      takeTimerBack();
      signal.removeEventListener('abort', abort);
      resolve(isWhole);
    };
    const abort = (): void => end(false);
    const takeTimerBack = clock.setTimer(ms, () => end(true));
    signal.addEventListener('abort', abort);
  });
}

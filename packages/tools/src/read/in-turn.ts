import { untilAborted } from './until-aborted.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one piece of work at a time, so that many images or documents at once don't multiply the memory used; the image library uses all
 * cores for a single image anyway.
 *
 * @throws the signal's reason, at once; what the work throws.
 */
export function inTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  const mine = last.then(() => {
    signal.throwIfAborted();
    return work();
  });
  last = mine.catch(() => undefined);
  return untilAborted(mine, signal);
}

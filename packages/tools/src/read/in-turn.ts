import { untilAborted } from './until-aborted.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one piece of work after the other, so that many images or documents at once don't take many times the memory; the library
 * for images uses all cores for a single one.
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

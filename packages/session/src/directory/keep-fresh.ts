import { utimesSync } from 'node:fs';

/** Well within the day for which nothing goes whose owner is not known. */
const EVERY_MS = 6 * 3_600_000;

/**
 * Changes a directory's time now and then: whoever can't see the process that works in it (in another container, say) takes it for
 * left behind when it has not changed for long. The returned function ends that. Keeps no program alive.
 */
export function keepFresh(directory: string): () => void {
  const timer = setInterval(() => {
    const now = Date.now() / 1000;
    try {
      utimesSync(directory, now, now);
    } catch {
      // It is gone, or another's: nothing that this could mend.
    }
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

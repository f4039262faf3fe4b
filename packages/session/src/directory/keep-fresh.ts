import { utimesSync } from 'node:fs';

/** Well within the day after which directories with an unknown owner are removed. */
const EVERY_MS = 6 * 3_600_000;

/**
 * Updates a directory's time periodically: a process that can't see the owner (for example in another
 * container) treats an old directory as abandoned. Returns a function that stops it. Does not keep the
 * process alive.
 */
export function keepFresh(directory: string): () => void {
  const timer = setInterval(() => {
    const now = Date.now() / 1000;
    try {
      utimesSync(directory, now, now);
    } catch {
      // It is gone or owned by someone else; nothing to fix here.
    }
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

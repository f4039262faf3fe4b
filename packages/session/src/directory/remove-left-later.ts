import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { leftDirectories } from './left-directories.ts';
import { findPrivatePlace } from './private-place.ts';

/** Not while the first calls run. */
const AFTER_MS = 1_000;
const PAUSE_MS = 50;
/** How many a session looks at that is shorter than that. */
const AT_END = 20;

/**
 * Removes what temporary sessions of processes that are gone have left, beside the work. The returned function is for the
 * session's end, and does a part of it where nothing has been done yet. Keeps no program alive.
 */
export function removeLeftLater(keptDays: () => number | undefined): () => void {
  const begin = () => leftDirectories({ place: findPrivatePlace(), keptDays: keptDays(), now: Date.now() });
  let left: ReturnType<typeof begin> | undefined;
  const look = (): void => {
    left ??= begin();
    const { done, value: directory } = left.next();
    // Long files take a while, for which nobody need wait.
    if (typeof directory === 'string') rm(directory, { recursive: true, force: true }).catch(() => {});
    if (done !== true) timer = setTimeout(look, PAUSE_MS).unref();
  };
  let timer = setTimeout(look, AFTER_MS).unref();
  return () => {
    clearTimeout(timer);
    if (left !== undefined) return;
    let count = 0;
    for (const directory of begin()) {
      if (directory !== undefined) removeNow(directory);
      count += 1;
      if (count === AT_END) return;
    }
  };
}

function removeNow(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Another process is at it, or it is not to be removed: the next session tries again.
  }
}

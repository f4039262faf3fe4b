import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { leftDirectories } from './left-directories.ts';
import { findPrivatePlace } from './private-place.ts';

/** Not while the first calls run. */
const AFTER_MS = 1_000;
const PAUSE_MS = 50;
/** How many directories a session that ends before that checks. */
const AT_END = 20;

/**
 * Removes leftovers of temporary sessions whose process is gone, alongside the work. Call the returned
 * function at the session's end; it does part of the work if none was done. Does not keep the process alive.
 */
export function removeLeftLater(keptDays: () => number | undefined): () => void {
  const begin = () => leftDirectories({ place: findPrivatePlace(), keptDays: keptDays(), now: Date.now() });
  let left: ReturnType<typeof begin> | undefined;
  const look = (): void => {
    left ??= begin();
    const { done, value: directory } = left.next();
    // Large files take time, and no one needs to wait for that.
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
    // Another process is removing it, or it can't be removed: the next session tries again.
  }
}

import type { FileChange } from '@sluice/settings/hooks';

/** Hooks of so many files run side by side; the others' wait. */
const MOST_AT_ONCE = 4;

/**
 * Takes changes of files as they come, and hands them on: of one file one after the other, in order. What comes of a file that
 * waits is put together with what waits, so that there is never more to be kept than files.
 * @param handle must not reject
 */
export function fileChangeQueue(
  handle: (path: string, change: FileChange) => Promise<void>,
): (path: string, change: FileChange) => void {
  const waiting = new Map<string, FileChange>();
  const running = new Set<string>();
  const go = async (path: string, change: FileChange): Promise<void> => {
    running.add(path);
    await handle(path, change);
    running.delete(path);
    next();
  };
  const next = (): void => {
    for (const [path, change] of waiting) {
      if (running.size >= MOST_AT_ONCE) return;
      if (running.has(path)) continue;
      waiting.delete(path);
      void go(path, change);
    }
  };
  return (path, change) => {
    const before = waiting.get(path);
    const both = before === undefined ? change : together(before, change);
    if (both === undefined) waiting.delete(path);
    else waiting.set(path, both);
    next();
  };
}

/** Two changes of a file that follow each other, as one; undefined: it is gone again before anybody was told that it came. */
export function together(first: FileChange, second: FileChange): FileChange | undefined {
  if (first === 'add') return second === 'unlink' ? undefined : 'add';
  if (first === 'unlink') return second === 'unlink' ? 'unlink' : 'change';
  return second === 'unlink' ? 'unlink' : 'change';
}

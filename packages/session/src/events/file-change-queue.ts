import type { Clock } from '@sluice/core';
import type { FileChange } from '@sluice/settings';
import { runLimit } from '../directory/run-limit.ts';

/** Hooks of this many files run in parallel; the rest wait. */
const MAX_AT_ONCE = 4;

interface FileChangeQueue {
  add(path: string, change: FileChange): void;
  /** Drops what is waiting. */
  close(): void;
}

/**
 * Queues file changes and handles those of one file in order. Changes to a file that is already waiting are
 * merged, so the queue never holds more than one entry per file. Handling pauses for a file that changes too
 * often (`runLimit`).
 * @param handle must not reject
 * @param onRest called each time hooks of a file start to pause
 */
export function fileChangeQueue(
  handle: (path: string, change: FileChange) => Promise<void>,
  clock: Pick<Clock, 'now' | 'setTimer'>,
  onRest: (path: string) => void,
): FileChangeQueue {
  const waiting = new Map<string, FileChange>();
  const running = new Set<string>();
  const go = async (path: string, change: FileChange): Promise<void> => {
    running.add(path);
    limit.ran(path);
    await handle(path, change);
    running.delete(path);
    next();
  };
  const next = (): void => {
    for (const [path, change] of waiting) {
      if (running.size >= MAX_AT_ONCE) return;
      if (running.has(path) || !limit.mayRun(path)) continue;
      waiting.delete(path);
      void go(path, change);
    }
  };
  const limit = runLimit(clock, onRest, next);
  return {
    add(path, change) {
      const before = waiting.get(path);
      const both = before === undefined ? change : together(before, change);
      if (both === undefined) waiting.delete(path);
      else waiting.set(path, both);
      next();
    },
    close: limit.close,
  };
}

/**
 * Merges two consecutive changes of a file. Undefined: it was deleted again before anyone was told that it
 * was created.
 */
export function together(first: FileChange, second: FileChange): FileChange | undefined {
  if (first === 'add') return second === 'unlink' ? undefined : 'add';
  if (first === 'unlink') return second === 'unlink' ? 'unlink' : 'change';
  return second === 'unlink' ? 'unlink' : 'change';
}

import type { Clock } from '@sluice/core';
import type { FileChange } from '@sluice/settings';
import { runLimit } from '../directory/run-limit.ts';

/** Hooks of so many files run side by side; the others' wait. */
const MOST_AT_ONCE = 4;

export interface FileChangeQueue {
  add(path: string, change: FileChange): void;
  /** What waits is handed on no more. */
  close(): void;
}

/**
 * Takes changes of files as they come, and hands them on: of one file one after the other, in order. What comes of a file that
 * waits is put together with what waits, so that there is never more to be kept than files.
 * Where a file changes again and again they rest now and then (`runLimit`).
 * @param handle must not reject
 * @param onRest told each time that hooks of a file begin to rest
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
      if (running.size >= MOST_AT_ONCE) return;
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

/** Two changes of a file that follow each other, as one; undefined: it is gone again before anybody was told that it came. */
export function together(first: FileChange, second: FileChange): FileChange | undefined {
  if (first === 'add') return second === 'unlink' ? undefined : 'add';
  if (first === 'unlink') return second === 'unlink' ? 'unlink' : 'change';
  return second === 'unlink' ? 'unlink' : 'change';
}

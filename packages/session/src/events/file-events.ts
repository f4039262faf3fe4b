import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '@sluice/core';
import type { HookDispatcher } from '@sluice/hooks';
import type { FileChange, FileWatch } from '@sluice/settings';
import { fileChangeQueue } from './file-change-queue.ts';
import { MAX_RUNS, WITHIN_MS } from '../directory/run-limit.ts';

/** Watches files for FileChanged hooks. */
export interface FileEvents {
  /** The directory or the hooks may have changed: updates the watched files. Never rejects. */
  anchor(): Promise<void>;
  /**
   * Sets the absolute paths that hooks of an event want watched, replacing the previous ones of that event.
   */
  add(event: string, paths: readonly string[]): void;
  /** Stops watching. */
  close(): void;
}

interface FileEventsOptions {
  readonly dispatcher: () => Pick<HookDispatcher, 'has' | 'fileNames'> | undefined;
  /** The current directory. */
  readonly cwd: () => string;
  /** Runs the hooks of one change. Must not reject. */
  readonly fire: (path: string, change: FileChange) => Promise<void>;
  /** Receives a sentence for the user. Must not throw. */
  readonly tell: (text: string) => void;
}

const MAX_PATHS = 1000;

export function fileEvents({ dispatcher, cwd, fire, tell }: FileEventsOptions): FileEvents {
  const lists = new Map<string, readonly string[]>();
  const told = new Set<string>();
  let watch: FileWatch | undefined;
  let isClosed = false;
  // What waits behind a running hook at the end is dropped.
  const changes = fileChangeQueue(
    async (path, change) => {
      if (!isClosed) await fire(path, change);
    },
    systemClock,
    (path) =>
      warnOnce(
        `FileChanged hooks ran ${MAX_RUNS} times within ${WITHIN_MS / 1000} s for ${path}. They are paused for ${WITHIN_MS / 1000} s. A hook that writes the file it watches triggers itself.`,
      ),
  );
  let isBegun = false;
  const warnOnce = (text: string): void => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
  const wanted = (): readonly string[] => {
    const hooks = dispatcher();
    if (hooks?.has('FileChanged') !== true) return [];
    const named = hooks.fileNames().map((name) => join(cwd(), name));
    const paths = [...new Set([...named, ...[...lists.values()].flat().map((path) => resolve(path))])];
    if (paths.length > MAX_PATHS) {
      warnOnce(
        `Hooks request more than ${MAX_PATHS} watched files; the last ones are not watched. List fewer in FileChanged matchers and "watchPaths".`,
      );
    }
    return paths.slice(0, MAX_PATHS);
  };
  const anchor = async (): Promise<void> => {
    isBegun = true;
    if (isClosed) return;
    if (watch === undefined) {
      if (wanted().length === 0) return;
      const { watchFiles } = await import('@sluice/settings');
      if (isClosed) return;
      watch ??= watchFiles(changes.add, { tell });
    }
    watch.set(wanted());
  };
  return {
    anchor,
    add(event, paths) {
      lists.set(event, paths);
      const directory = paths.find(isDirectory);
      if (directory !== undefined) {
        warnOnce(
          `${directory} in the "watchPaths" of a ${event} hook is a directory; only files can be watched.`,
        );
      }
      if (isBegun) void anchor();
    },
    close() {
      isClosed = true;
      watch?.close();
      changes.close();
    },
  };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

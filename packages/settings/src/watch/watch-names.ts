import { statSync, watch as watchDirectory, type FSWatcher } from 'node:fs';
import type { WatchedNames } from './watched-names.ts';

interface NameWatcher {
  /** Watches these instead. Existing watches stay, unless another directory has taken the place. */
  set(names: WatchedNames): void;
  close(): void;
}

interface Entry {
  readonly watcher: FSWatcher;
  readonly inode: bigint;
}

/** Starts watching a directory, as `watch` of `node:fs` does. */
export type WatchDirectory = (
  directory: string,
  options: { readonly persistent: false },
  listener: (event: string, name: string | null) => void,
) => FSWatcher;

interface NameWatcherOptions {
  /** Receives the reason a directory can't be watched. Must not throw. */
  readonly onFailure?: (error: unknown) => void;
  /** Default: the one from `node:fs`. */
  readonly watch?: WatchDirectory;
}

/** Reports events in directories. Best effort: if the system can't watch, it reports nothing. */
export function createNameWatcher(
  onEvent: () => void,
  { onFailure, watch = watchDirectory }: NameWatcherOptions = {},
): NameWatcher {
  const entries = new Map<string, Entry>();
  let wanted: WatchedNames = new Map();

  const drop = (directory: string): void => {
    entries.get(directory)?.watcher.close();
    entries.delete(directory);
  };
  const start = (directory: string): void => {
    try {
      const inode = inodeOf(directory);
      if (inode === undefined || entries.get(directory)?.inode === inode) return;
      drop(directory);
      const watcher = watch(directory, { persistent: false }, (_, name) => {
        if (name === null || wanted.get(directory)?.has(name) === true || inodeOf(directory) !== inode)
          onEvent();
      });
      watcher.on('error', (error) => {
        onFailure?.(error);
        drop(directory);
        onEvent();
      });
      entries.set(directory, { watcher, inode });
    } catch (error) {
      // Too many watchers, or no permission: periodic checks remain.
      onFailure?.(error);
    }
  };

  return {
    set(names) {
      wanted = names;
      for (const directory of entries.keys()) if (!names.has(directory)) drop(directory);
      for (const directory of names.keys()) start(directory);
    },
    close() {
      for (const directory of entries.keys()) drop(directory);
    },
  };
}

function inodeOf(directory: string): bigint | undefined {
  try {
    return statSync(directory, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}

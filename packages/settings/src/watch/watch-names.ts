import { statSync, watch, type FSWatcher } from 'node:fs';
import type { WatchedNames } from './watched-names.ts';

export interface NameWatcher {
  /** Watches these instead. What is watched already stays so, unless another directory has taken its place. */
  set(names: WatchedNames): void;
  close(): void;
}

interface Entry {
  readonly watcher: FSWatcher;
  readonly inode: bigint;
}

/** Reports events in directories. Best effort: where the system can't watch, nothing is reported. */
export function createNameWatcher(onEvent: () => void): NameWatcher {
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
      watcher.on('error', () => {
        drop(directory);
        onEvent();
      });
      entries.set(directory, { watcher, inode });
    } catch {
      // Too many watchers, or no right to: looking at intervals remains.
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

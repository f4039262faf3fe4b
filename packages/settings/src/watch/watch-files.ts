import { errorCode } from '@sluice/base';
import { changeBetween, lookAtFile, type FileChange, type FileLook } from './look-at-file.ts';
import { watchedNames } from './watched-names.ts';
import { createNameWatcher, type WatchDirectory } from './watch-names.ts';

/** Watches single files by their directories. */
export interface FileWatch {
  /** From now on these, and no others; absolute paths. A file that stays keeps its last look. */
  set(paths: readonly string[]): void;
  close(): void;
}

export interface FileWatchOptions {
  /** Takes a sentence for the person: where changes are seen late, and why. Must not throw. */
  readonly tell?: (text: string) => void;
  /** Default: that of `node:fs`. */
  readonly watch?: WatchDirectory;
  /** How often files are looked at where no event tells of them: links within links, network file systems, a system without watches. */
  readonly lookMs?: number;
}

/** Several changes of a file within so many milliseconds are one. */
const SETTLE_MS = 100;

const LOOK_MS = 2000;

/** Looking takes at most so small a part of the time. */
const SHARE = 20;

/**
 * `onChange` is called once for each file that is another than when it was last looked at, in the order of the paths. It is not
 * awaited and must not throw. Nothing here keeps the process alive.
 */
export function watchFiles(
  onChange: (path: string, change: FileChange) => void,
  { tell, watch, lookMs = LOOK_MS }: FileWatchOptions = {},
): FileWatch {
  let looks = new Map<string, FileLook>();
  let timer: NodeJS.Timeout | undefined;
  let interval: NodeJS.Timeout | undefined;
  let pauseMs = SETTLE_MS;
  let isTold = false;
  const names = createNameWatcher(() => (timer ??= setTimeout(look, pauseMs).unref()), {
    watch,
    onFailure(error) {
      const code = errorCode(error);
      if (isTold || (code !== 'ENOSPC' && code !== 'EMFILE')) return;
      isTold = true;
      tell?.(
        `The system lets no more directories be watched (${code}), so changes of some watched files are seen up to ${lookMs / 1000} s late: raise fs.inotify.max_user_watches and max_user_instances, or watch less.`,
      );
    },
  });

  function look(): void {
    clearTimeout(timer);
    timer = undefined;
    const startedAt = performance.now();
    // Watched before they are looked at: no change falls in between.
    names.set(watchedNames([...looks.keys()]));
    const now = Date.now();
    const changes: (readonly [path: string, change: FileChange])[] = [];
    for (const [path, before] of looks) {
      const after = lookAtFile(path, now, before);
      const change = changeBetween(before, after);
      if (change !== undefined) changes.push([path, change]);
      if (after.status !== 'unknown') looks.set(path, after);
    }
    pauseMs = Math.max(SETTLE_MS, SHARE * (performance.now() - startedAt));
    for (const [path, change] of changes) onChange(path, change);
  }

  const stop = (): void => {
    clearTimeout(timer);
    clearInterval(interval);
    timer = undefined;
    interval = undefined;
  };

  return {
    set(paths) {
      const known = looks;
      names.set(watchedNames(paths));
      const now = Date.now();
      looks = new Map(paths.map((path) => [path, known.get(path) ?? lookAtFile(path, now)]));
      if (looks.size === 0) stop();
      else interval ??= setInterval(look, lookMs).unref();
    },
    close() {
      stop();
      looks.clear();
      names.close();
    },
  };
}

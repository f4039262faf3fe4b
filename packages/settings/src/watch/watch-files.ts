import { errorCode } from '@sluice/base';
import { changeBetween, lookAtFile, type FileChange, type FileLook } from './look-at-file.ts';
import { watchedNames } from './watched-names.ts';
import { createNameWatcher, type WatchDirectory } from './watch-names.ts';

/** Watches single files through their directories. */
export interface FileWatch {
  /** Watches only these from now on; absolute paths. A file that stays keeps its last state. */
  set(paths: readonly string[]): void;
  close(): void;
}

export interface FileWatchOptions {
  /** Receives a sentence for the user: where changes are noticed late, and why. Must not throw. */
  readonly tell?: (text: string) => void;
  /** Default: the one from `node:fs`. */
  readonly watch?: WatchDirectory;
  /** How often to check files that no event covers: links within links, network file systems, a system without watches. */
  readonly lookMs?: number;
}

/** Changes to a file within this many milliseconds are reported as one. */
const SETTLE_MS = 100;

const LOOK_MS = 2000;

/** Checking takes at most this small a fraction of the time. */
const SHARE = 20;

/**
 * Calls `onChange` once for each file that changed since its last check, in the order of the paths. The call isn't awaited and must not
 * throw. Doesn't keep the process alive.
 */
export function watchFiles(
  onChange: (path: string, change: FileChange) => void,
  { tell, watch, lookMs = LOOK_MS }: FileWatchOptions = {},
): FileWatch {
  let looks = new Map<string, FileLook>();
  let timer: NodeJS.Timeout | undefined;
  let interval: NodeJS.Timeout | undefined;
  let pauseMs = SETTLE_MS;
  let isReported = false;
  const onEvent = (): void => void (timer ??= setTimeout(() => look(true), pauseMs).unref());
  const names = createNameWatcher(onEvent, {
    watch,
    onFailure(error) {
      const code = errorCode(error);
      if (isReported || (code !== 'ENOSPC' && code !== 'EMFILE')) return;
      isReported = true;
      tell?.(
        `The system can't watch more directories (${code}), so changes to some watched files are noticed up to ${lookMs / 1000} s late: raise fs.inotify.max_user_watches and max_user_instances, or watch fewer files.`,
      );
    },
  });

  /** @param hasEvent directories may have come or gone; a periodic check of the files alone costs a tenth */
  function look(hasEvent: boolean): void {
    clearTimeout(timer);
    timer = undefined;
    const startedAt = performance.now();
    // Watched before they are checked, so that no change falls in between.
    if (hasEvent) names.set(watchedNames([...looks.keys()]));
    const now = Date.now();
    const changes: (readonly [path: string, change: FileChange])[] = [];
    for (const [path, before] of looks) {
      const after = lookAtFile(path, now, before);
      const change = changeBetween(before, after);
      if (change !== undefined) changes.push([path, change]);
      if (after.status !== 'unknown') looks.set(path, after);
    }
    if (!hasEvent && changes.length > 0) names.set(watchedNames([...looks.keys()]));
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
      else interval ??= setInterval(() => look(false), lookMs).unref();
    },
    close() {
      stop();
      looks.clear();
      names.close();
    },
  };
}

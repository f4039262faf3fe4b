import type { RawPath } from '../ripgrep/path-names.ts';

interface DatedPath {
  readonly path: RawPath;
  readonly mtimeMs: number;
}

/** Keeps the newest `limit` of any number of files, using memory for a few thousand. */
interface NewestFiles {
  add(path: RawPath, mtimeMs: number): void;
  /** Files added so far. */
  count(): number;
  /** Newest first, ties in byte order of the name. */
  take(): RawPath[];
}

export function createNewestFiles(limit: number): NewestFiles {
  const kept: DatedPath[] = [];
  let count = 0;
  let oldestKept = -Infinity;

  const cut = (): void => {
    kept.sort(byNewest);
    if (kept.length <= limit) return;
    kept.length = limit;
    oldestKept = kept.at(-1)?.mtimeMs ?? Infinity;
  };
  return {
    add(path, mtimeMs) {
      count++;
      if (mtimeMs < oldestKept) return;
      kept.push({ path, mtimeMs });
      if (kept.length >= limit + 4096) cut();
    },
    count: () => count,
    take() {
      cut();
      return kept.map((file) => file.path);
    },
  };
}

function byNewest(a: DatedPath, b: DatedPath): number {
  if (a.mtimeMs !== b.mtimeMs) return b.mtimeMs - a.mtimeMs;
  return a.path < b.path ? -1 : 1;
}

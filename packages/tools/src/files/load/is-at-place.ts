import { readlinkSync, realpathSync, statSync, type BigIntStats } from 'node:fs';

/**
 * Whether an open file or directory is the one at `realPath`. Between the look at a path and its opening, any directory on the way may
 * have become a symbolic link; the kernel tells what was opened.
 *
 * @param realPath absolute, with symbolic links resolved
 * @param stats of the descriptor
 */
export function isAtPlace(fd: number, realPath: string, stats: BigIntStats): boolean {
  const place = placeOf(fd);
  if (place === undefined) return isSameFile(realPath, stats);
  // Some file systems ignore case, and report the case of the directory entry. A replaced file was at its place when it was opened.
  return place === realPath || place === `${realPath} (deleted)` || isCaseOf(place, realPath);
}

/** Undefined: the system has no `/proc`, as outside Linux. */
function placeOf(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

function isCaseOf(place: string, realPath: string): boolean {
  return place.toLowerCase() === realPath.toLowerCase() && isReal(realPath);
}

function isSameFile(realPath: string, { dev, ino }: BigIntStats): boolean {
  if (!isReal(realPath)) return false;
  const now = statSync(realPath, { bigint: true, throwIfNoEntry: false });
  return now?.dev === dev && now.ino === ino;
}

function isReal(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

import { realpathSync } from 'node:fs';

/** The path with links resolved; undefined if nothing is there or it can't be reached. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

import { lstatSync } from 'node:fs';

/** Whether anything exists at a path, including a link to anywhere. A path that can't be checked is treated as missing. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

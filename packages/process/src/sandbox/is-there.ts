import { lstatSync } from 'node:fs';

/** Whether something is at a path: a link too, wherever it leads. What can't be looked at is taken for nothing. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

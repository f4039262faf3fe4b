import { mkdirSync, rmdirSync } from 'node:fs';
import { errorCode } from '@sluice/base';

/** How many commands of this process need each directory; other processes create and remove their own. */
const needs = new Map<string, number>();

/** An empty directory that exists only to keep anything else from being created at its path. */
export function isPlaceholder(path: string): boolean {
  return needs.has(path);
}

/** Creates the directory, unless another command has. Throws like `mkdirSync`, but not if something else was created there. */
export function holdPlaceholder(path: string): void {
  const count = needs.get(path);
  if (count === undefined) makeDirectory(path);
  needs.set(path, (count ?? 0) + 1);
}

/** The last command that needs the directory removes it, unless it has content. True: it was the last. */
export function releasePlaceholder(path: string): boolean {
  const count = needs.get(path) ?? 0;
  if (count > 1) {
    needs.set(path, count - 1);
    return false;
  }
  needs.delete(path);
  try {
    rmdirSync(path);
  } catch {
    // Someone outside the sandbox has used it meanwhile.
  }
  return true;
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o755 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

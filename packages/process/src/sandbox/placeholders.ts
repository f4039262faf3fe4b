import { mkdirSync, rmdirSync } from 'node:fs';
import { errorCode } from '@sluice/base';

/** How many commands of this process need each of the directories; other processes make and remove their own. */
const needs = new Map<string, number>();

/** An empty directory that is there only so that nothing else can be made at its path. */
export function isPlaceholder(path: string): boolean {
  return needs.has(path);
}

/** Makes the directory, unless another command has. Throws as `mkdirSync` does, but for something that came to be there. */
export function holdPlaceholder(path: string): void {
  const count = needs.get(path);
  if (count === undefined) makeDirectory(path);
  needs.set(path, (count ?? 0) + 1);
}

/** With the last command that needs it the directory goes, unless something has been put into it. True: it was the last. */
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
    // Somebody outside the sandbox has made use of it meanwhile.
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

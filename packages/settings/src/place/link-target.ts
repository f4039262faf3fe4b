import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPath } from './real-path.ts';

/** The same limit as Linux. */
const MAX_LINKS = 40;

/** Where a file is or would be created, following links, including dangling ones. Undefined for a cycle. */
export function linkTarget(path: string): string | undefined {
  let next = path;
  for (let count = 0; count <= MAX_LINKS; count += 1) {
    const directory = realPath(dirname(next));
    const found = directory === undefined ? next : join(directory, basename(next));
    if (lstatSync(found, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return found;
    next = resolve(dirname(found), readlinkSync(found));
  }
  return undefined;
}

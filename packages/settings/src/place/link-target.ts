import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPath } from './real-path.ts';

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** Where a file is, or would be made: through links, one that points to nothing included. Undefined for a circle. */
export function linkTarget(path: string): string | undefined {
  let next = path;
  for (let count = 0; count <= MOST_LINKS; count += 1) {
    const directory = realPath(dirname(next));
    const found = directory === undefined ? next : join(directory, basename(next));
    if (lstatSync(found, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return found;
    next = resolve(dirname(found), readlinkSync(found));
  }
  return undefined;
}

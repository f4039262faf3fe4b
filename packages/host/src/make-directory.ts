import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory and its parents, like `mkdir -p`. Doesn't use Node's recursive option, which never ends if a parent is reported
 * missing and can't be created (below /proc, for one).
 * @throws Error of the file system, such as EACCES, ENOENT or ENOTDIR
 */
export function makeDirectory(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) break;
    missing.push(at);
    if (stats !== undefined || dirname(at) === at) break;
  }
  for (const directory of missing.toReversed()) {
    try {
      mkdirSync(directory, { mode });
    } catch (error) {
      // Another process may have created it meanwhile.
      if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  }
}

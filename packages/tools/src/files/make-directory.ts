import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory and those above it, as `mkdir -p` does. Not Node's own recursive way, which never ends where a
 * parent answers that it is missing and can't be made (below /proc, for one).
 * @throws Error of the file system, such as EACCES, ENOENT or ENOTDIR
 */
export function makeDirectory(path: string): void {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) break;
    missing.push(at);
    if (stats !== undefined || dirname(at) === at) break;
  }
  for (const directory of missing.toReversed()) {
    try {
      mkdirSync(directory);
    } catch (error) {
      // Somebody else may have made it meanwhile.
      if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A larger index isn't read, and everything is treated as tracked. */
const INDEX_LIMIT = 256 * 1024 * 1024;

/** The bits of the flags before a path that hold its length. */
const LENGTH_BITS = 0xfff;

/**
 * Whether git tracks a path (relative to the checkout, with `/`) according to the index in the git directory. Doesn't run git. If there is
 * no way to tell (another format version, a split or a huge index), it is treated as tracked.
 */
export function isTracked(gitDirectory: string, path: string): boolean {
  const file = join(gitDirectory, 'index');
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return false;
    if (!stats.isFile() || stats.size > INDEX_LIMIT) return true;
    const index = readFileSync(file);
    if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return true;
    const version = index.readUInt32BE(4);
    // Version 4 omits the prefix that a path shares with the previous one.
    if (version !== 2 && version !== 3) return true;
    if (readdirSync(gitDirectory).some((name) => name.startsWith('sharedindex.'))) return true;
    return holds(index, path) || parents(path).some((parent) => holds(index, parent));
  } catch {
    return true;
  }
}

/**
 * Two bytes with the length precede a path, or four of which the first two hold it. Searching with that prefix avoids walking the entries,
 * whose size depends on the repository's hash.
 */
function holds(index: Buffer, path: string): boolean {
  const name = Buffer.from(`${ignoresCase ? path.toLowerCase() : path}\0`);
  const length = Math.min(name.length - 1, LENGTH_BITS);
  const text = ignoresCase ? Buffer.from(index.toString('latin1').toLowerCase(), 'latin1') : index;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (at < 4) continue;
    if ((index.readUInt16BE(at - 2) & LENGTH_BITS) === length) return true;
    if ((index.readUInt16BE(at - 4) & LENGTH_BITS) === length) return true;
  }
  return false;
}

/** The file systems of these platforms find a tracked `.Claude` under the name `.claude`. */
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

/** A sparse index lists a directory, with a trailing slash, instead of its contents. A submodule is listed without one. */
function parents(path: string): string[] {
  const steps = path.split('/');
  return steps.slice(1).flatMap((_, index) => {
    const parent = steps.slice(0, index + 1).join('/');
    return [parent, `${parent}/`];
  });
}

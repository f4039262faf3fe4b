import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';

/** The same limit as Linux. */
const LONGEST_CHAIN = 40;

/**
 * Where writing to `path` would create the file. `path` is absolute and normalized and need not exist: links are followed, including
 * dangling ones, and missing parts are appended. A link cycle leaves the path as written.
 */
export function resolveMissing(path: string): string {
  let real = parse(path).root;
  const pending = partsOf(path);
  let followed = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === '..') real = dirname(real);
    if (part === '' || part === '.' || part === '..') continue;
    const next = join(real, part);
    const found = look(next);
    if (found === 'missing') return join(next, ...pending.toReversed());
    if (found === 'present') {
      real = next;
      continue;
    }
    followed += 1;
    if (followed > LONGEST_CHAIN) return path;
    if (isAbsolute(found.target)) real = parse(found.target).root;
    pending.push(...partsOf(found.target));
  }
  return real;
}

/** Last part first, so that the next one is popped. */
function partsOf(path: string): string[] {
  return path.slice(parse(path).root.length).split(sep).toReversed();
}

function look(path: string): 'missing' | 'present' | { readonly target: string } {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    return found.isSymbolicLink() ? { target: readlinkSync(path) } : 'present';
  } catch {
    return 'missing';
  }
}

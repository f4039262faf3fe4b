import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum number of names to look at; a larger directory isn't worth the wait. */
const MAX_NAMES = 2_000;

/** Every path below a directory; undefined if there are too many, or one of them may be a file of another place. */
export function namesBeneath(directory: string): readonly string[] | undefined {
  const found: string[] = [];
  const open = [directory];
  try {
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const child = join(path, entry.name);
        // Of a name that isn't valid UTF-8, no rule can be sure.
        if (entry.isSymbolicLink() || entry.name.includes('\uFFFD') || found.length >= MAX_NAMES)
          return undefined;
        found.push(child);
        if (entry.isDirectory()) open.push(child);
        else if (lstatSync(child).nlink > 1) return undefined;
      }
    }
  } catch {
    return undefined;
  }
  return found;
}

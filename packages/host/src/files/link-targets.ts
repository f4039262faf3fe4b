import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { resolveMissing } from './resolve-missing.ts';

/** Names that are looked at; a directory with more is not worth the wait. */
const MAX_NAMES = 5000;

/** Real paths of the symbolic links in the first levels of a directory; undefined where that can't be told at once. */
export function linkTargets(directory: string, levels: number): readonly string[] | undefined {
  const targets: string[] = [];
  let left = MAX_NAMES;
  let open = [directory];
  for (let level = 0; level < levels && open.length > 0; level += 1) {
    const next: string[] = [];
    for (const path of open) {
      const entries = namesIn(path);
      if (entries === undefined) return undefined;
      left -= entries.length;
      if (left < 0) return undefined;
      for (const entry of entries) {
        const child = join(path, entry.name);
        if (entry.isSymbolicLink()) {
          if (level < levels - 1) return undefined;
          targets.push(resolveMissing(child));
        } else if (entry.isDirectory()) next.push(child);
      }
    }
    open = next;
  }
  return targets;
}

/** Nothing is in what is no directory, or isn't there. */
function namesIn(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined;
  }
}

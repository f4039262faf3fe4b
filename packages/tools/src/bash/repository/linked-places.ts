import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Directories that hold nothing that git shows: objects, which are checked by their names, and what other programs keep. */
const PASSED_OVER = new Set(['objects', 'modules', 'lfs', 'annex', 'hooks', 'fsmonitor--daemon']);

/** More than a repository has whose references are packed once in a while. */
const MAX_ENTRIES = 20_000;

export interface LinkedPlaces {
  /** What symbolic links in the git directory lead to, absolute. */
  readonly targets: readonly string[];
  /** Directories that were looked through. */
  readonly directories: readonly string[];
}

/** Where symbolic links in a git directory lead; git follows them and shows what is there. Undefined: it holds too much. */
export function linkedPlaces(gitDirectory: string): LinkedPlaces | undefined {
  const targets: string[] = [];
  const directories: string[] = [];
  let entries = 0;
  const visit = (directory: string, depth: number): boolean => {
    directories.push(directory);
    for (const entry of list(directory)) {
      entries += 1;
      if (entries > MAX_ENTRIES) return false;
      const path = join(directory, entry.name);
      if (entry.isSymbolicLink()) targets.push(targetOf(path));
      else if (entry.isDirectory()) {
        if (depth === 0 && PASSED_OVER.has(entry.name)) continue;
        if (!visit(path, depth + 1)) return false;
      }
    }
    return true;
  };
  if (!visit(gitDirectory, 0)) return undefined;
  const objects = join(gitDirectory, 'objects');
  for (const directory of [objects, join(objects, 'info'), join(objects, 'pack')]) {
    directories.push(directory);
    for (const entry of list(directory))
      if (entry.isSymbolicLink()) targets.push(targetOf(join(directory, entry.name)));
  }
  return { targets, directories };
}

function list(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

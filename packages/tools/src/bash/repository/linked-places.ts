import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Directories whose files git shows, or takes references from. */
const LOOKED_THROUGH = new Set(
  'info logs refs reftable worktrees rebase-merge rebase-apply sequencer'.split(' '),
);

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
  const visit = (directory: string, isTop: boolean): boolean => {
    directories.push(directory);
    return list(directory).every((entry) => {
      entries += 1;
      const path = join(directory, entry.name);
      if (entry.isSymbolicLink()) targets.push(targetOf(path));
      const isEntered = entry.isDirectory() && (!isTop || LOOKED_THROUGH.has(entry.name));
      return entries <= MAX_ENTRIES && (!isEntered || visit(path, false));
    });
  };
  if (!visit(gitDirectory, true)) return undefined;
  const objects = linkedObjects(join(gitDirectory, 'objects'));
  return { targets: [...targets, ...objects.targets], directories: [...directories, ...objects.directories] };
}

/** The same of a directory of objects: an object may be a link to one of another repository. */
export function linkedObjects(directory: string): LinkedPlaces {
  const inside = list(directory).filter((entry) => entry.isDirectory());
  const directories = [directory, ...inside.map(({ name }) => join(directory, name))];
  const targets = directories.flatMap((path) =>
    list(path).flatMap((entry) => (entry.isSymbolicLink() ? [targetOf(join(path, entry.name))] : [])),
  );
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

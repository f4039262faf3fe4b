import { lstatSync, readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { TICK_MS } from './identity.ts';

/**
 * Directories that no unattended command reads by these names. Git reads any other: references, objects, and the addresses of remotes in
 * `branches` and `remotes`.
 */
const NOT_READ = new Set('hooks lfs modules annex'.split(' '));

/** More than a repository has that is packed occasionally. */
const MAX_ENTRIES = 100_000;

interface Directory {
  /** Undefined if it doesn't exist, or was changed too recently to be reliable. */
  readonly stats: Stats | undefined;
  readonly links: readonly string[];
  readonly directories: readonly string[];
  readonly count: number;
}

interface LinkedPlacesOptions {
  readonly gitDirectories: readonly string[];
  /** Object directories. */
  readonly objects: readonly string[];
  readonly now: () => number;
  readonly maxEntries?: number | undefined;
}

/**
 * Where symbolic links in git directories lead, as absolute paths: git follows them and shows what is there, even a single object.
 * A directory that a link leads to is searched as well, whatever its name. Undefined if there is too much to search. A directory is read
 * again when it has changed.
 */
export function createLinkedPlaces({
  gitDirectories,
  objects,
  now,
  maxEntries = MAX_ENTRIES,
}: LinkedPlacesOptions): () => readonly string[] | undefined {
  let known = new Map<string, Directory>();
  return () => {
    const seen = new Map<string, Directory>();
    const searched = new Set<string>();
    const targets = new Set<string>();
    let entries = 0;
    const visit = (path: string, isTop: boolean): boolean => {
      if (searched.has(path)) return true;
      if (!isTop) searched.add(path);
      const directory = seen.get(path) ?? stillValid(path, known.get(path)) ?? read(path, now());
      seen.set(path, directory);
      entries += directory.count;
      const isEntered = (inner: string): boolean => !isTop || !NOT_READ.has(basename(inner));
      const follow = (link: string): boolean => {
        const target = targetOf(link);
        targets.add(target);
        return !isEntered(link) || !isDirectory(target) || visit(target, false);
      };
      return (
        entries <= maxEntries &&
        directory.links.every(follow) &&
        directory.directories.every((inner) => !isEntered(inner) || visit(inner, false))
      );
    };
    const isWhole =
      gitDirectories.every((path) => visit(path, true)) && objects.every((path) => visit(path, false));
    known = seen;
    return isWhole ? [...targets] : undefined;
  };
}

function stillValid(path: string, directory: Directory | undefined): Directory | undefined {
  if (directory?.stats === undefined) return undefined;
  const { dev, ino, mtimeMs, ctimeMs } = directory.stats;
  const now = look(path);
  const isSame = now?.ino === ino && now.dev === dev && now.mtimeMs === mtimeMs && now.ctimeMs === ctimeMs;
  return isSame ? directory : undefined;
}

function read(path: string, now: number): Directory {
  const stats = look(path);
  const entries = list(path);
  const pathsOf = (chosen: readonly Dirent[]): readonly string[] =>
    chosen.map(({ name }) => join(path, name));
  return {
    stats: stats !== undefined && now - stats.ctimeMs >= TICK_MS ? stats : undefined,
    links: pathsOf(entries.filter((entry) => entry.isSymbolicLink())),
    directories: pathsOf(entries.filter((entry) => entry.isDirectory())),
    count: entries.length,
  };
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function list(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
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

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { MAX_WATCHED } from './lsp-limits.ts';

/** A file that was created, changed, or deleted, as the protocol numbers it. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  readonly type: typeof CREATED | typeof CHANGED | typeof DELETED;
}

const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

interface Directory {
  /** Its modification time; NaN: it may have changed since it was read. */
  readonly time: number;
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

interface File {
  /** What `stat` says of it. */
  readonly facts: string;
  /** Of what it holds, if that may have changed since without changing the facts. */
  readonly hash: string | undefined;
}

/** Milliseconds in which something may change twice without showing it: clocks of file systems tick. */
const UNSURE_MS = 50;
/** A larger file that has changed a moment ago is taken to have changed again. */
const MAX_HASHED_BYTES = 1024 * 1024;
/** Files of caches and installations, which no one edits. */
const MARKS: ReadonlySet<string> = new Set(['CACHEDIR.TAG', 'pyvenv.cfg']);
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '__pycache__']);

/**
 * What has changed in a directory since the last look. A look costs a `stat` of each file, and reads only directories that have changed.
 * Hidden directories, installed packages and caches are left out; symbolic links are not followed.
 */
export class WatchedFiles {
  readonly #root: string;
  readonly #maxEntries: number;
  #directories = new Map<string, Directory>();
  #files = new Map<string, File>();
  #isTooLarge = false;

  /** @param root absolute */
  constructor(root: string, maxEntries = MAX_WATCHED) {
    this.#root = root;
    this.#maxEntries = maxEntries;
  }

  /** There are too many files: a look finds nothing any more. */
  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** The first look finds nothing new. Never throws. */
  look(): readonly FileChange[] {
    if (this.#isTooLarge) return [];
    const [before, isFirst] = [this.#files, this.#directories.size === 0];
    const directories = new Map<string, Directory>();
    const files = new Map<string, File>();
    const changes: FileChange[] = [];
    const now = Date.now();
    const waiting = [this.#root];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const directory = this.#directory(path, now);
      if (directory === undefined) continue;
      directories.set(path, directory);
      for (const name of directory.directories) waiting.push(join(path, name));
      for (const name of directory.files) {
        const file = join(path, name);
        const stats = statsOf(file);
        if (stats?.isFile() !== true) continue;
        const earlier = before.get(file);
        const seen = look(file, stats, now, earlier);
        files.set(file, seen.file);
        if (seen.isChanged) changes.push({ path: file, type: earlier === undefined ? CREATED : CHANGED });
      }
      if (directories.size + files.size > this.#maxEntries) return this.#giveUp();
    }
    this.#directories = directories;
    this.#files = files;
    for (const path of before.keys()) if (!files.has(path)) changes.push({ path, type: DELETED });
    return isFirst ? [] : changes;
  }

  #directory(path: string, now: number): Directory | undefined {
    const stats = statsOf(path);
    if (stats === undefined) return undefined;
    const known = this.#directories.get(path);
    if (known?.time === stats.mtimeMs) return known;
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch {
      return undefined;
    }
    const time = isSettled(stats, now) ? stats.mtimeMs : Number.NaN;
    if (path !== this.#root && entries.some(({ name }) => MARKS.has(name)))
      return { time, directories: [], files: [] };
    return {
      time,
      directories: entries
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
        .map(({ name }) => name),
      files: entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    };
  }

  #giveUp(): readonly FileChange[] {
    this.#isTooLarge = true;
    this.#directories.clear();
    this.#files.clear();
    return [];
  }
}

function look(
  path: string,
  stats: Stats,
  now: number,
  earlier: File | undefined,
): { readonly file: File; readonly isChanged: boolean } {
  const { mtimeMs, ctimeMs, size, ino } = stats;
  const facts = `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
  const isSame = earlier?.facts === facts;
  if (isSame && earlier.hash === undefined) return { file: earlier, isChanged: false };
  const needsHash = !isSettled(stats, now);
  const hash = isSame || needsHash ? hashOf(path, size) : undefined;
  return {
    file: { facts, hash: needsHash ? (hash ?? 'unknown') : undefined },
    isChanged: !isSame || hash === undefined || hash !== earlier.hash,
  };
}

function hashOf(path: string, size: number): string | undefined {
  if (size > MAX_HASHED_BYTES) return undefined;
  try {
    return createHash('sha256').update(readFileSync(path)).digest('base64');
  } catch {
    return undefined;
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** What was written a moment ago may be written again within the same tick of the file system's clock. */
function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return now - Math.max(mtimeMs, ctimeMs) > UNSURE_MS;
}

import { readdirSync, statSync, type BigIntStats, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Checked before each command, in microseconds. */
const MAX_DIRECTORIES = 4_000;
/** Checked once, and again when a directory has changed. */
const MAX_NAMES = 50_000;
/** A sandbox hides at most 500 individual files, including those in the settings. */
const MAX_DENIED = 400;
/** How many directories are read before other work gets a turn. */
const TURN = 200;
/** A second change this soon may leave the same timestamp: file system clocks tick every few milliseconds. */
const FRESH_NS = 100_000_000n;

export interface DeniedFilesOptions {
  readonly maxDirectories?: number;
  readonly maxNames?: number;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

export interface DeniedFilesQuestion {
  /** Real paths. */
  readonly roots: readonly string[];
  readonly mayRead: (path: string) => boolean;
  /** The same function as long as `mayRead` answers the same. */
  readonly rules: object;
  /** What is hidden anyway. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Finds the files and directories that may not be read at this moment; undefined if there is too much to check, and then nothing is
 * searched until the rules change. Links are not followed: their targets are found where they are. Git's files named by hash are skipped.
 * A directory is read again only if its status has changed (which can't be set back, and every new name changes it), so that later
 * searches cost one stat per directory.
 */
export function createDeniedFiles({
  maxDirectories = MAX_DIRECTORIES,
  maxNames = MAX_NAMES,
  now = Date.now,
}: DeniedFilesOptions = {}): (question: DeniedFilesQuestion) => Promise<readonly string[] | undefined> {
  let known = new Map<string, Directory>();
  let ofRules: object | undefined;
  let isTooMuch = false;

  const look = (path: string, mayRead: (path: string) => boolean): Directory | undefined => {
    const stats = statOf(path);
    if (stats === undefined) return undefined;
    const before = known.get(path);
    if (before?.changed === stats.ctimeNs && before.inode === stats.ino) return before;
    return readDirectory(path, stats, now(), mayRead);
  };

  return async ({ roots, mayRead, rules, hidden }) => {
    if (rules !== ofRules) {
      known = new Map();
      ofRules = rules;
      isTooMuch = false;
    }
    if (isTooMuch) return undefined;
    const fresh = new Map<string, Directory>();
    const denied: string[] = [];
    const open = [...roots];
    let names = 0;
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const directory = hidden.has(path) || fresh.has(path) ? undefined : look(path, mayRead);
      if (directory === undefined) continue;
      fresh.set(path, directory);
      names += directory.names;
      denied.push(...directory.denied.filter((one) => !hidden.has(one)));
      open.push(...directory.directories);
      isTooMuch = fresh.size > maxDirectories || names > maxNames || denied.length > MAX_DENIED;
      if (isTooMuch) return undefined;
      if (fresh.size % TURN === 0) await new Promise(setImmediate);
    }
    known = new Map([...fresh].filter(([, { readAt, changed }]) => readAt - changed > FRESH_NS));
    return [...new Set(denied)];
  };
}

interface Directory {
  readonly inode: bigint;
  /** Nanoseconds since the Unix epoch, like the next one. */
  readonly changed: bigint;
  readonly readAt: bigint;
  readonly names: number;
  readonly denied: readonly string[];
  readonly directories: readonly string[];
}

function readDirectory(
  path: string,
  stats: BigIntStats,
  now: number,
  mayRead: (path: string) => boolean,
): Directory {
  const readAt = BigInt(now) * 1_000_000n;
  const denied: string[] = [];
  const directories: string[] = [];
  const entries = entriesOf(path);
  for (const entry of entries) {
    if (entry.isSymbolicLink()) continue;
    const inner = join(path, entry.name);
    if (!mayRead(inner)) denied.push(inner);
    else if (entry.isDirectory() && !inner.endsWith('/.git/objects')) directories.push(inner);
  }
  return { inode: stats.ino, changed: stats.ctimeNs, readAt, names: entries.length, denied, directories };
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // What this process can't list, its commands can't list either.
    return [];
  }
}

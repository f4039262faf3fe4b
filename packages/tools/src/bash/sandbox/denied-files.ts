import { readdirSync, statSync, type BigIntStats, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Looked at by each command, at some microseconds. */
const MOST_DIRECTORIES = 4_000;
/** Looked at once, and where a directory has changed. */
const MOST_NAMES = 50_000;
/** A sandbox hides no more single files than 500, those of the settings among them. */
const MOST_DENIED = 400;
/** Directories that are looked at before others have their turn. */
const TURN = 200;
/** Of a change this fresh, another may follow that leaves the same time. Clocks of file systems tick every few milliseconds. */
const FRESH_NS = 100_000_000n;

export interface DeniedFilesOptions {
  readonly mostDirectories?: number;
  readonly mostNames?: number;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

export interface DeniedFilesQuestion {
  /** Real paths. */
  readonly roots: readonly string[];
  readonly mayRead: (path: string) => boolean;
  /** The same one as long as `mayRead` answers the same. */
  readonly rules: object;
  /** What is hidden anyway. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Finds files and directories that may not be read, as they are now; undefined: there is more than can be looked at, and then
 * nothing is looked for until the rules change. Links are not followed: what they lead to is found where it lies. What git
 * keeps by hash has no names. A directory is read again only when its status has changed (which nobody can set back, and a
 * new name in it changes), so that a second look costs one stat for each.
 */
export function createDeniedFiles({
  mostDirectories = MOST_DIRECTORIES,
  mostNames = MOST_NAMES,
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
      isTooMuch = fresh.size > mostDirectories || names > mostNames || denied.length > MOST_DENIED;
      if (isTooMuch) return undefined;
      if (fresh.size % TURN === 0) await new Promise(setImmediate);
    }
    known = new Map([...fresh].filter(([, { readAt, changed }]) => readAt - changed > FRESH_NS));
    return [...new Set(denied)];
  };
}

interface Directory {
  readonly inode: bigint;
  /** Nanoseconds since the Unix epoch, as the next. */
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
    // What this process can't list, its commands can't either.
    return [];
  }
}

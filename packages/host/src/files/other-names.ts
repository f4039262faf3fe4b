import { lstatSync, readdirSync, type BigIntStats, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { Files } from '@sluice/core';

/** Limits of one look: a directory of secrets, or a project without its dependencies. */
const MAX_DIRECTORIES = 1_000;
const MAX_NAMES = 10_000;
/** A second change this soon may leave the same timestamp: file system clocks tick every few milliseconds. */
const FRESH_NS = 100_000_000n;

interface Directory {
  readonly inode: bigint;
  readonly changed: bigint;
  readonly files: ReadonlyMap<bigint, readonly string[]>;
  readonly directories: readonly string[];
  readonly names: number;
}

export interface OtherNamesOptions {
  readonly maxDirectories?: number;
  readonly maxNames?: number;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}

/** See the port. */
export type NamesOfFiles = Pick<Files, 'otherNames' | 'filesBeneath'>;

/**
 * Finds the names below a directory of a file that has several, or of all files; undefined if there is too much to look at, and then the directory isn't
 * searched again. A directory is read again only if its status has changed, which every new name does, so that a later look costs one stat per
 * directory. Links and other file systems are left out: a hard link leads to neither.
 */
export function createOtherNames({
  maxDirectories = MAX_DIRECTORIES,
  maxNames = MAX_NAMES,
  now = Date.now,
}: OtherNamesOptions = {}): NamesOfFiles {
  let known = new Map<string, Directory>();
  const tooLarge = new Set<string>();
  const search = (start: string, device: bigint, pick: (of: Directory) => readonly string[]) => {
    if (tooLarge.has(start)) return undefined;
    const found: string[] = [];
    const kept = new Map<string, Directory>();
    const open = [start];
    let names = 0;
    let directories = 0;
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const stats = statOf(path);
      if (stats === undefined || !stats.isDirectory() || stats.dev !== device) continue;
      const before = known.get(path);
      const isSame = before?.changed === stats.ctimeNs && before.inode === stats.ino;
      const directory = isSame ? before : readDirectory(path, stats, maxNames - names);
      names += directory?.names ?? 0;
      directories += 1;
      if (directory === undefined || names > maxNames || directories > maxDirectories) {
        tooLarge.add(start);
        return undefined;
      }
      if (BigInt(now()) * 1_000_000n - stats.ctimeNs > FRESH_NS) kept.set(path, directory);
      found.push(...pick(directory));
      open.push(...directory.directories);
    }
    // Of several starts, each keeps its own.
    known = new Map([...known, ...kept]);
    return found;
  };
  return {
    otherNames(directory, id) {
      const [device, inode] = numbersOf(id);
      return search(directory, device, ({ files }) => files.get(inode) ?? []);
    },
    filesBeneath(directory) {
      const device = statOf(directory)?.dev;
      return device === undefined ? [] : search(directory, device, ({ files }) => [...files.values()].flat());
    },
  };
}

function numbersOf(id: string): readonly [device: bigint, inode: bigint] {
  const [device = '', inode = ''] = id.split(':');
  return [BigInt(device), BigInt(inode)];
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Undefined if it has more names than these. */
function readDirectory(path: string, { ino, ctimeNs }: BigIntStats, limit: number): Directory | undefined {
  const files = new Map<bigint, readonly string[]>();
  const directories: string[] = [];
  const entries = entriesOf(path);
  if (entries.length > limit) return undefined;
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) directories.push(child);
    if (!entry.isFile()) continue;
    const inode = statOf(child)?.ino;
    if (inode !== undefined) files.set(inode, [...(files.get(inode) ?? []), child]);
  }
  return { inode: ino, changed: ctimeNs, files, directories, names: entries.length };
}

/** What can't be listed here can't be listed by a command either. */
function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { decodeKeptCode, keptCodeHeader, keptCodeName, type KeptCode } from './kept-code.ts';

/** Compiled code from earlier runs. Nothing here throws: without the cache, the program only starts more slowly. */
export interface CodeCache {
  read(chunk: string): KeptCode | undefined;
  write(chunk: string, code: KeptCode): void;
}

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
const KEPT_MS = 30 * 24 * 3_600_000;

/** Code for this version of Node, in a directory that is created when something is saved. */
export function codeCache(directory: string): CodeCache {
  let isPrivate: boolean | undefined;
  return {
    read(chunk) {
      isPrivate ??= isOwnAlone(directory);
      return isPrivate ? readKept(join(directory, keptCodeName(chunk))) : undefined;
    },
    write(chunk, code) {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        if (!isOwnAlone(directory)) return;
        removeOld(directory);
        replaceFile(join(directory, keptCodeName(chunk)), [keptCodeHeader(code), code.data]);
      } catch {
        // A full disk, or an unwritable place: the next run compiles again.
      }
    },
  };
}

/**
 * Code in a file that others can write to would be theirs, running in this program; when root runs it for another user,
 * only root's own files are trusted.
 */
function isOwnAlone(directory: string): boolean {
  try {
    const stats = lstatSync(directory, { throwIfNoEntry: false });
    return stats?.isDirectory() === true && isThisUsersAlone(stats);
  } catch {
    // Above it is a directory of someone else, or no directory at all.
    return false;
  }
}

function isThisUsersAlone({ uid, mode }: Stats): boolean {
  return uid === process.geteuid?.() && (mode & 0o022) === 0;
}

function readKept(path: string): KeptCode | undefined {
  const bytes = readOwnFile(path);
  return bytes === undefined ? undefined : decodeKeptCode(bytes);
}

/** A pipe would block the program, and a link could lead anywhere. */
function readOwnFile(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    return stats.isFile() && isThisUsersAlone(stats) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Written to a temporary file and renamed, so a program that starts in the meantime reads either the old or the new
 * one.
 */
function replaceFile(path: string, parts: readonly Buffer[]): void {
  const beside = `${path}.${process.pid}`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    for (const part of parts) {
      for (let written = 0; written < part.length;) written += writeSync(file, part, written);
    }
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}

/** Caches of versions no longer in use, and leftovers of a killed program. */
function removeOld(directory: string): void {
  const before = Date.now() - KEPT_MS;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory() && stats.mtimeMs < before) rmSync(path, { force: true });
  }
}

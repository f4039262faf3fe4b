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

/** Code that V8 has compiled of one chunk. */
export interface KeptCode {
  readonly data: Buffer;
  /** How many runs have added to it. */
  readonly runs: number;
}

/** Compiled code of earlier runs. Nothing here throws: without it the program only starts later. */
export interface CodeCache {
  read(chunk: string): KeptCode | undefined;
  write(chunk: string, code: KeptCode): void;
}

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
const MAGIC = 0x534c4331;
/** Magic number, runs, length, checksum: four bytes each. */
const HEADER_BYTES = 16;
const KEPT_MS = 30 * 24 * 3_600_000;

/** Code for this version of Node in a directory, which is made when something is kept. */
export function codeCache(directory: string): CodeCache {
  let isPrivate: boolean | undefined;
  const nameOf = (chunk: string): string => `${chunk}-${process.version}-${process.arch}`;
  return {
    read(chunk) {
      isPrivate ??= isOwnAlone(directory);
      return isPrivate ? readKept(join(directory, nameOf(chunk))) : undefined;
    },
    write(chunk, code) {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        if (!isOwnAlone(directory)) return;
        removeOld(directory);
        replaceFile(join(directory, nameOf(chunk)), [headerOf(code), code.data]);
      } catch {
        // A full disk, or a place that can't be written: the next run compiles again.
      }
    },
  };
}

/** What others could write to would be code of theirs in this program; of root's alone, where root runs it for somebody else. */
function isOwnAlone(directory: string): boolean {
  const stats = lstatSync(directory, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && isThisUsersAlone(stats);
}

function isThisUsersAlone({ uid, mode }: Stats): boolean {
  return uid === process.geteuid?.() && (mode & 0o022) === 0;
}

function readKept(path: string): KeptCode | undefined {
  const bytes = readOwnFile(path);
  if (bytes === undefined) return undefined;
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) return undefined;
  const data = bytes.subarray(HEADER_BYTES);
  // V8 would run damaged code as it is.
  const isWhole = bytes.readUInt32LE(8) === data.length && bytes.readUInt32LE(12) === checksum(data);
  return isWhole ? { data, runs: bytes.readUInt32LE(4) } : undefined;
}

function headerOf({ data, runs }: KeptCode): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(runs, 4);
  header.writeUInt32LE(data.length, 8);
  header.writeUInt32LE(checksum(data), 12);
  return header;
}

function checksum(data: Buffer): number {
  return process.getBuiltinModule('node:zlib').crc32(data);
}

/** A pipe would keep the program waiting, a link could lead to anything. */
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

/** Written beside and renamed, so that a program that starts meanwhile reads the old or the new. */
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

/** Of versions that nobody starts any more, and what a killed program left. */
function removeOld(directory: string): void {
  const before = Date.now() - KEPT_MS;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory() && stats.mtimeMs < before) rmSync(path, { force: true });
  }
}

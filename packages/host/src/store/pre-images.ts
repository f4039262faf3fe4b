import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BytesWrite } from '@sluice/core';
import { ioFailure } from '../io-failure.ts';
import { makeDirectory } from '../make-directory.ts';
import { createPreImageRoom, type PreImageLimits, type PreImageRoom } from './pre-image-room.ts';

const DIRECTORY = 'pre-images';

/** Bytes hashed or written at a time, so that other work gets its turn. */
const CHUNK = 8 * 1024 * 1024;

interface PreImageOptions {
  readonly sessionDirectory: string;
  /** They also survive a power loss. */
  readonly isSynced: boolean;
  /** Read when the first one is stored. Default: nothing is ever removed. */
  readonly limits?: () => PreImageLimits | undefined;
}

/** Stores file contents in files that only their owner can read: named by hash and renamed into place, so an existing file is complete. */
export function preImageKeeper({
  sessionDirectory,
  isSynced,
  limits,
}: PreImageOptions): (bytes: Uint8Array) => Promise<BytesWrite> {
  const directory = preImageDirectory(sessionDirectory);
  let room: PreImageRoom | undefined;
  return async (bytes) => {
    const found = room === undefined ? limits?.() : undefined;
    if (found !== undefined) room = createPreImageRoom(directory, found);
    await room?.open();
    const hash = await hashOf(bytes);
    const name = fileName(hash);
    room?.begin(name);
    const written = await put(directory, bytes, hash, isSynced);
    await room?.end(name, written.ok ? bytes.length : undefined);
    return written;
  };
}

async function put(
  directory: string,
  bytes: Uint8Array,
  hash: string,
  isSynced: boolean,
): Promise<BytesWrite> {
  const path = join(directory, fileName(hash));
  const kept: BytesWrite = { ok: true, file: { path, bytes: bytes.length, hash } };
  if (await isKept(path, bytes.length)) return kept;
  const unfinished = join(directory, `.${randomUUID()}.tmp`);
  try {
    makeDirectory(directory, 0o700);
    await writeNew(unfinished, bytes, isSynced);
    await rename(unfinished, path);
    return kept;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    const { code, reason } = ioFailure(error);
    const what = code === 'full' ? 'No space is left for it' : "It can't be written";
    return { ok: false, code, message: `${what} in ${directory} (${reason}).` };
  }
}

/** A file's stored content by its hash; undefined if it is gone or was changed. */
export async function readPreImage(sessionDirectory: string, hash: string): Promise<Buffer | undefined> {
  if (!/^[\da-f]{64}$/.test(hash)) return undefined;
  const path = join(preImageDirectory(sessionDirectory), fileName(hash));
  const bytes = await readFile(path).catch(() => undefined);
  return bytes !== undefined && (await hashOf(bytes)) === hash ? bytes : undefined;
}

/** Whether there is one with that hash; only `readPreImage` checks that it is unchanged. */
export async function hasPreImage(sessionDirectory: string, hash: string): Promise<boolean> {
  if (!/^[\da-f]{64}$/.test(hash)) return false;
  const stats = await stat(join(preImageDirectory(sessionDirectory), fileName(hash))).catch(() => undefined);
  return stats?.isFile() === true;
}

function preImageDirectory(sessionDirectory: string): string {
  return resolve(sessionDirectory, DIRECTORY);
}

function fileName(hash: string): string {
  return `${hash}.bin`;
}

async function isKept(path: string, size: number): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true && stats.size === size;
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += CHUNK) {
    if (from > 0) await new Promise(setImmediate);
    hash.update(bytes.subarray(from, from + CHUNK));
  }
  return hash.digest('hex');
}

async function writeNew(path: string, bytes: Uint8Array, isSynced: boolean): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for (let written = 0; written < bytes.length;) {
      const length = Math.min(CHUNK, bytes.length - written);
      const { bytesWritten } = await handle.write(bytes, written, length, written);
      written += bytesWritten;
    }
    if (isSynced) await handle.datasync();
  } finally {
    await handle.close();
  }
}

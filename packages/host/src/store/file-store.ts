import { createHash } from 'node:crypto';
import { lstatSync, unlinkSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writePrivateFile } from '@sluice/base';
import type { ResultStore, StoreWrite } from '@sluice/core';
import { ioFailure } from '../io-failure.ts';
import { makeDirectory } from '../make-directory.ts';
import type { PreImageLimits } from './pre-image-room.ts';
import { preImageKeeper } from './pre-images.ts';

export interface FileStoreOptions {
  /** The session's directory. Texts are in `tool-results/` below it, bytes in `pre-images/`; both are created on first use. */
  readonly directory: string;
  /** What stored bytes survive: the death of the process (default), or a power loss too. Texts never need to. */
  readonly durability?: 'process' | 'power';
  /**
   * Limits for stored bytes, read when the first are stored. Default: nothing is removed. With limits, no other process may write to the
   * store.
   */
  readonly preImageLimits?: () => PreImageLimits | undefined;
}

/** About the longest text that Node holds as one string. */
const LARGEST_READ = 512 * 1024 * 1024;

/**
 * A result store in files that only their owner can read. A text is named by its hash and renamed into place, so an existing file is
 * complete. `get` and `remove` only touch files of this store.
 */
export function createFileStore(options: FileStoreOptions): ResultStore {
  const directory = resolve(options.directory, 'tool-results');
  const writing = new Map<string, Promise<StoreWrite>>();
  const allocated = new Map<string, number>();

  const isOurs = (path: string): boolean => dirname(path) === directory;

  function failed(error: unknown): StoreWrite {
    const { code, reason } = ioFailure(error);
    const message =
      code === 'full'
        ? `No space is left for results in ${directory} (${reason}).`
        : `Results can't be written to ${directory} (${reason}).`;
    return { ok: false, code, message };
  }

  async function write(path: string, content: Buffer): Promise<StoreWrite> {
    const written: StoreWrite = { ok: true, file: { path, bytes: content.length } };
    if ((await sizeOf(path)) === content.length) return written;
    try {
      makeDirectory(directory, 0o700);
      await writePrivateFile(path, content);
      return written;
    } catch (error) {
      return failed(error);
    }
  }

  return {
    async put(text) {
      // A lone surrogate becomes U+FFFD here.
      const content = Buffer.from(text);
      const path = join(directory, `${sha256(content)}.txt`);
      const running = writing.get(path) ?? write(path, content);
      writing.set(path, running);
      try {
        return await running;
      } finally {
        writing.delete(path);
      }
    },
    putBytes: preImageKeeper({
      sessionDirectory: options.directory,
      isSynced: options.durability === 'power',
      limits: options.preImageLimits,
    }),
    async get(path) {
      if (!isOurs(path)) return undefined;
      const size = await sizeOf(path);
      if (size === undefined || size > LARGEST_READ) return undefined;
      return readFile(path, 'utf8').catch(() => undefined);
    },
    allocate(key, extension = 'txt') {
      const name = sha256(key);
      try {
        makeDirectory(directory, 0o700);
        for (let count = allocated.get(name) ?? 1; ; count += 1) {
          const path = join(directory, `call-${sha256(`${name} ${count}`)}.${extension}`);
          // An earlier process of the same session may have left one.
          if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
          allocated.set(name, count + 1);
          return { ok: true, file: { path, bytes: 0 } };
        }
      } catch (error) {
        return failed(error);
      }
    },
    remove(path) {
      if (!isOurs(path)) return;
      try {
        // Ten times as fast as `rmSync`.
        unlinkSync(path);
      } catch {
        // It doesn't exist, or can't be removed and stays until the session expires.
      }
    },
  };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

import type { BigIntStats } from 'node:fs';
import { open, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import type { Problem } from '../problem.ts';

/** The file system calls that writing needs; tests make single steps fail. */
export interface WriteIo {
  open(path: string, flags: number, mode?: number): Promise<FileHandle>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  stat(path: string): Promise<BigIntStats>;
}

export const nodeWriteIo: WriteIo = {
  open,
  rename,
  unlink,
  stat: (path) => stat(path, { bigint: true }),
};

/** Writes all of `bytes` at `position`: write(2) may write less than requested. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/** What was about to be overwritten is no longer what was read. */
export class RefusedError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The write failed in a way that leaves the file neither as it was nor as it should be. */
export class DamagedFileError extends Error {}

/** @throws DamagedFileError if the file system accepted the bytes and didn't store them, as some network drives do. */
export function assertSize(stats: BigIntStats, expected: number): void {
  if (stats.size === BigInt(expected)) return;
  throw new DamagedFileError(`${expected} bytes were written, but the file then held ${stats.size}`);
}

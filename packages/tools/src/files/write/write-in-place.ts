import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { errorText } from '@sluice/base';
import { beginsWith } from '../load/begins-with.ts';
import { changedMeanwhile } from './changed-since.ts';
import type { WriteRequest } from './write-request.ts';
import { assertSize, DamagedFileError, RefusedError, writeAll, type WriteIo } from './write-io.ts';

/**
 * Overwrites an existing file without replacing it, so that its other names (hard links), owner and mount stay. Not atomic. The part
 * beyond the old end is written first, where a full disk shows, and removed on failure: the old content is touched only when the space is
 * there and the file still equals `held`. A writer that doesn't use the lock can get in between that check and the write right after it;
 * the system offers no way to prevent that.
 */
export async function writeInPlace(
  { path, bytes, mode, held, confirm }: WriteRequest,
  existing: BigIntStats,
  io: WriteIo,
): Promise<BigIntStats> {
  const oldSize = Number(existing.size);
  await using handle = await io.open(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const refusal = await confirm?.();
  if (refusal !== undefined) throw new RefusedError(refusal);
  if (bytes.length > oldSize) await appendOrTakeBack(handle, bytes.subarray(oldSize), oldSize);
  if (held !== undefined) await lookAgain(handle, path, held, Math.max(oldSize, bytes.length));
  await overwrite(handle, bytes, oldSize);
  if (mode !== undefined) await handle.chmod(mode);
  const stats = await handle.stat({ bigint: true });
  assertSize(stats, bytes.length);
  const { dev, ino } = await io.stat(path);
  if (dev !== stats.dev || ino !== stats.ino) {
    throw new DamagedFileError('another program replaced it in the meantime');
  }
  return stats;
}

async function lookAgain(handle: FileHandle, path: string, held: Uint8Array, size: number): Promise<void> {
  const { size: sizeNow } = await handle.stat({ bigint: true });
  if (sizeNow === BigInt(size) && (await beginsWith(handle, held))) return;
  if (size > held.length) {
    if (sizeNow !== BigInt(size)) throw new DamagedFileError('another program wrote to it at the same time');
    await handle.truncate(held.length);
  }
  throw new RefusedError(changedMeanwhile(path, 'was changed'));
}

async function overwrite(handle: FileHandle, bytes: Uint8Array, oldSize: number): Promise<void> {
  try {
    await writeAll(handle, bytes.subarray(0, oldSize), 0);
    if (bytes.length < oldSize) await handle.truncate(bytes.length);
    await handle.sync();
  } catch (error) {
    throw new DamagedFileError(errorText(error), { cause: error });
  }
}

async function appendOrTakeBack(handle: FileHandle, tail: Uint8Array, oldSize: number): Promise<void> {
  try {
    await writeAll(handle, tail, oldSize);
    await handle.sync();
  } catch (error) {
    await handle.truncate(oldSize);
    throw error;
  }
}

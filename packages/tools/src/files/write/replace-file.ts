import { constants, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { temporaryBeside } from './temporary-beside.ts';
import type { WriteRequest } from './write-request.ts';
import { assertSize, RefusedError, writeAll, type WriteIo } from './write-io.ts';

/** Permission bits with set-user-id, set-group-id and sticky. */
const MODE_BITS = 0o7777n;

/** The file belongs to another user or group, and this process may not change the new one's owner. */
export class OwnerLostError extends Error {
  constructor() {
    super('the owner of the file could not be kept');
  }
}

/**
 * Writes a new file next to `path`, flushes it to disk and renames it over `path`, so that `path` always contains either the old or the
 * new content, even after a kill. Mode and owner are those of `existing`, unless `mode` is given; a new file gets 0666 minus the umask.
 * Access lists and extended attributes are not copied. On failure the new file is removed and `path` is unchanged.
 */
export async function replaceFile(
  { path, bytes, existing, mode, confirm, temporaryPath }: WriteRequest,
  io: WriteIo,
): Promise<BigIntStats> {
  const temporary = temporaryPath ?? temporaryBeside(path);
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
  // Until it has its owner and mode, no one else may read content that may be private.
  const handle = await io.open(
    temporary,
    flags,
    existing === undefined && mode === undefined ? 0o666 : 0o600,
  );
  try {
    try {
      await writeAll(handle, bytes, 0);
      if (existing !== undefined) await copyOwner(handle, existing);
      // After chown, which clears set-user-id.
      const bits = mode ?? (existing === undefined ? undefined : Number(existing.mode & MODE_BITS));
      if (bits !== undefined) await handle.chmod(bits);
      await handle.sync();
      assertSize(await handle.stat({ bigint: true }), bytes.length);
    } finally {
      await handle.close();
    }
    const refusal = await confirm?.();
    if (refusal !== undefined) throw new RefusedError(refusal);
    await io.rename(temporary, path);
  } catch (error) {
    await io.unlink(temporary).catch(() => undefined);
    throw error;
  }
  const stats = await io.stat(path);
  assertSize(stats, bytes.length);
  return stats;
}

async function copyOwner(handle: FileHandle, existing: BigIntStats): Promise<void> {
  const { uid, gid } = await handle.stat({ bigint: true });
  if (uid === existing.uid && gid === existing.gid) return;
  await handle.chown(Number(existing.uid), Number(existing.gid)).catch(() => {
    throw new OwnerLostError();
  });
}

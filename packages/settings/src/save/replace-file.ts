import { randomUUID } from 'node:crypto';
import { constants, statSync, type Stats } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { errorCode } from '@sluice/base';

/**
 * Writes a new file beside `path`, flushes it to disk and renames it over `path`, so `path` always holds either the old or the new text.
 * Keeps the mode and owner of an existing file. `path` must not be a link, or the link gets replaced.
 * @throws what Node throws; the file is unchanged.
 */
export async function replaceFile(path: string, text: string, newMode: number): Promise<void> {
  const existing = statSync(path, { throwIfNoEntry: false });
  const temporary = `${path}.${randomUUID()}.tmp`;
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
  // Until it has its owner and mode, no one else may read content that may be private.
  const handle = await open(temporary, flags, existing === undefined ? newMode : 0o600);
  try {
    try {
      await handle.writeFile(text);
      if (existing !== undefined) await copyOwnerAndMode(handle, existing);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function copyOwnerAndMode(handle: FileHandle, existing: Stats): Promise<void> {
  const { uid, gid } = await handle.stat();
  if (uid !== existing.uid || gid !== existing.gid) {
    await handle.chown(existing.uid, existing.gid).catch((error: unknown) => {
      if (errorCode(error) !== 'EPERM' || uid !== existing.uid) throw error;
    });
  }
  // After chown, which clears bits.
  await handle.chmod(existing.mode & 0o7777);
}

import { constants, fstatSync, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/**
 * Opens a regular file for reading; undefined when, since it was looked at, something else has taken its place. Never waits for the
 * other end of a pipe. The caller closes the handle.
 * @throws the file system's error.
 */
export async function openForReading(path: string): Promise<OpenFile | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(handle.fd, { bigint: true });
    if (stats.isFile()) return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

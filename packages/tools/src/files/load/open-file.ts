import { closeSync, constants, fstatSync, openSync, read, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { isAtPlace } from './is-at-place.ts';

/** What bytes can be read from: a file of `openForReading`, or a handle. */
export interface ReadableFile {
  readonly fd: number;
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
}

/** Closed when disposed; no read may be in progress then. */
interface OpenFile extends ReadableFile, Disposable {
  readonly stats: BigIntStats;
}

const readAt = promisify(read);

/**
 * Opens a regular file for reading; undefined if something else has taken its place since it was checked, be it that a directory above
 * it has become a symbolic link. Never waits for the other end
 * of a pipe. Synchronous like the check of its path: a thread takes longer to start than a file to open.
 *
 * @param realPath absolute, with symbolic links resolved
 * @throws the file system's error.
 */
export function openForReading(realPath: string): OpenFile | undefined {
  const fd = openSync(realPath, constants.O_RDONLY | constants.O_NONBLOCK);
  let stats: BigIntStats;
  try {
    stats = fstatSync(fd, { bigint: true });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  if (!stats.isFile() || !isAtPlace(fd, realPath, stats)) {
    closeSync(fd);
    return undefined;
  }
  return {
    fd,
    stats,
    read: (buffer, offset, length, position) => readAt(fd, buffer, offset, length, position),
    [Symbol.dispose]: () => closeSync(fd),
  };
}

/** Why `openForReading` opened nothing, as a sentence. */
export function movedText(path: string): string {
  return `${path} is no longer a regular file, or leads elsewhere now. Nothing was read.`;
}

import { closeSync, constants, fstatSync, openSync, read, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';

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

/** Closed when it is disposed of; nothing may be read from it at that time. */
export interface OpenFile extends ReadableFile, Disposable {
  readonly stats: BigIntStats;
}

const readAt = promisify(read);

/**
 * Opens a regular file for reading; undefined when, since it was looked at, something else has taken its place. Never waits for the
 * other end of a pipe. At once, as the look at its path was: a thread takes longer to begin than a file to open.
 * @throws the file system's error.
 */
export function openForReading(path: string): OpenFile | undefined {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  let stats: BigIntStats;
  try {
    stats = fstatSync(fd, { bigint: true });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  if (!stats.isFile()) {
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

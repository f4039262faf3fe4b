import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAtPlace } from '../load/is-at-place.ts';
import { problem } from '../problem.ts';
import { RefusedError, type WriteIo } from './write-io.ts';

/** Linux: a descriptor that only names a directory, so that it needs no permission to list it. Node has no constants for these. */
const O_PATH = 0o10000000;
const O_DIRECTORY = 0o200000;

interface PinnedIo extends Disposable {
  readonly io: WriteIo;
}

/**
 * The same file system calls, for files directly in the directory of `realPath`, which is held open: they happen in that directory even
 * if a symbolic link takes its place meanwhile. Outside Linux, the directory is only checked.
 *
 * @param realPath absolute, with symbolic links resolved
 * @throws RefusedError if the directory is reached through a link by now; the file system's error if it can't be opened
 */
export function pinnedIo(realPath: string, io: WriteIo): PinnedIo {
  const directory = dirname(realPath);
  const isLinux = process.platform === 'linux';
  const fd = openSync(directory, isLinux ? O_PATH | O_DIRECTORY : 'r');
  if (!isAtPlace(fd, directory, fstatSync(fd, { bigint: true }))) {
    closeSync(fd);
    throw new RefusedError(
      problem(
        'path-moved',
        `${directory} now leads elsewhere: a directory in the path was moved or has become a symbolic link. Nothing was written. If the new target is right, make the call again.`,
      ),
    );
  }
  const held = `/proc/self/fd/${fd}`;
  const isHeld = isLinux && existsSync(held);
  const within = (path: string): string =>
    isHeld && dirname(path) === directory ? join(held, basename(path)) : path;
  return {
    io: {
      open: (path, flags, mode) => io.open(within(path), flags, mode),
      rename: (from, to) => io.rename(within(from), within(to)),
      unlink: (path) => io.unlink(within(path)),
      stat: (path) => io.stat(within(path)),
    },
    [Symbol.dispose]: () => closeSync(fd),
  };
}

import { constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { O_RDWR, O_APPEND, O_DIRECTORY, O_EXCL, O_CREAT, O_NOFOLLOW } = constants;
/** linux/fcntl.h; Node gives no name to it. With `O_EXCL` the file can be given no name later. */
const O_TMPFILE = 0o20_000_000 | O_DIRECTORY;
/** Where a file system knows no such files (network file systems, old overlays), memory does; a sandbox has a `/dev` of its own. */
const MEMORY = '/dev/shm';

/**
 * Opens an empty file that has no name and never had one, so that nobody gets at it but by the descriptor; it is gone with the
 * last one. What is given to a program that is to be believed, or believed of it, must not lie where another can write.
 * The caller closes it. Throws as the file system does.
 *
 * @param writing `append` for what others write to as well; `anywhere` for what is written at once, and read from its beginning
 */
export function openAnonymousFile(writing: 'append' | 'anywhere'): number {
  const flags = O_RDWR | (writing === 'append' ? O_APPEND : 0);
  for (const directory of process.platform === 'linux' ? [tmpdir(), MEMORY] : []) {
    try {
      return openSync(directory, flags | O_TMPFILE | O_EXCL, 0o600);
    } catch {
      // The next place may know them.
    }
  }
  return openUnlinked(flags);
}

/** A name for a moment, in a directory that is closed to others. */
function openUnlinked(flags: number): number {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-file-'));
  try {
    return openSync(join(directory, 'file'), flags | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

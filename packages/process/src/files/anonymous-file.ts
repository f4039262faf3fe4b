import { constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { O_RDWR, O_APPEND, O_DIRECTORY, O_EXCL, O_CREAT, O_NOFOLLOW } = constants;
/** From linux/fcntl.h, which Node doesn't export. With `O_EXCL` the file can't be linked to a name later. */
const O_TMPFILE = 0o20_000_000 | O_DIRECTORY;
/** Used where the file system doesn't support such files (network file systems, old overlays). A sandbox has its own `/dev`. */
const MEMORY = '/dev/shm';

/**
 * Opens an empty file that never has a name, so it can be reached only through its descriptor and disappears with the last one. For input
 * and output that must not be changed by anyone else. The caller closes it. Throws like `openSync`.
 *
 * @param writing `append` if others write to it too; `anywhere` to write once and read from the beginning
 */
export function openAnonymousFile(writing: 'append' | 'anywhere'): number {
  const flags = O_RDWR | (writing === 'append' ? O_APPEND : 0);
  for (const directory of process.platform === 'linux' ? [tmpdir(), MEMORY] : []) {
    try {
      return openSync(directory, flags | O_TMPFILE | O_EXCL, 0o600);
    } catch {
      // Try the next directory.
    }
  }
  return openUnlinked(flags);
}

/** Exists under a name for a moment, in a directory that only this user can open. */
function openUnlinked(flags: number): number {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-file-'));
  try {
    return openSync(join(directory, 'file'), flags | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

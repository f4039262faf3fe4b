import { stat } from 'node:fs/promises';
import { withKeyLock } from './key-lock.ts';

/**
 * Runs `work` while no one else who asks holds the file at `realPath`, as far as that can be known: by its path and, for a file with
 * several names (hard links), by what they have in common. The path lock is taken first and holders of the other one don't wait, so there
 * is no deadlock. If a file gets a second name during `work`, that is noticed when it is about to be replaced. Waits and gives up like
 * `withKeyLock`.
 */
export function withFileLock<Value>(
  realPath: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  return withKeyLock(realPath, signal, () => withIdentityLock(realPath, signal, work));
}

async function withIdentityLock<Value>(
  realPath: string,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  let identity = await sharedIdentity(realPath);
  for (;;) {
    if (identity === undefined) return work();
    const held = identity;
    const ran = await withKeyLock(held, signal, async () => {
      // While waiting, the path may have got another file, or the file may have lost its other names.
      identity = await sharedIdentity(realPath);
      return identity === undefined || identity === held ? { value: await work() } : undefined;
    });
    if (ran !== undefined) return ran.value;
  }
}

/** For a file with several names, what is the same for each of them. No path starts like it. */
async function sharedIdentity(realPath: string): Promise<string | undefined> {
  try {
    const { dev, ino, nlink } = await stat(realPath, { bigint: true });
    return nlink > 1n ? `inode:${dev}:${ino}` : undefined;
  } catch {
    // What can't be checked can't be written either.
    return undefined;
  }
}

import { stat } from 'node:fs/promises';
import { withKeyLock } from './key-lock.ts';

/**
 * Runs `work` while nobody else who asks for it holds the file at `realPath`, as far as can be known: by its path, and, of a file with
 * several names (hard links), by what they have in common too. The path comes first and who holds the other lock waits for none,
 * so that no two wait for each other. A file that gets its second name during `work` is seen when it is about to be replaced. Waiting
 * and its end are those of `withKeyLock`.
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
      // While one waited the path may have got another file, or the file may have lost its other names.
      identity = await sharedIdentity(realPath);
      return identity === undefined || identity === held ? { value: await work() } : undefined;
    });
    if (ran !== undefined) return ran.value;
  }
}

/** Of a file with several names, what is the same under each of them. No path begins like it. */
async function sharedIdentity(realPath: string): Promise<string | undefined> {
  try {
    const { dev, ino, nlink } = await stat(realPath, { bigint: true });
    return nlink > 1n ? `inode:${dev}:${ino}` : undefined;
  } catch {
    // What can't be looked at can't be written either.
    return undefined;
  }
}

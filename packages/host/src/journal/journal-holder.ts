import { join } from 'node:path';
import { LOCK_FILE, lockHolder, type LockHolder } from './lock-file.ts';

/** The process that has a session's journal open right now; undefined: none, or the lock can't be read. */
export function journalHolder(directory: string): LockHolder | undefined {
  try {
    return lockHolder(join(directory, LOCK_FILE));
  } catch {
    return undefined;
  }
}

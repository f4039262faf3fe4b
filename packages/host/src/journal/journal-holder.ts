import { join } from 'node:path';
import { lockHolder, type LockHolder } from '@sluice/base';

/** The lock of a session's journal. */
export const LOCK_FILE = 'journal.lock';

/** The process that has a session's journal open; undefined if there is none, or the lock can't be read. */
export function journalHolder(directory: string): LockHolder | undefined {
  try {
    return lockHolder(join(directory, LOCK_FILE));
  } catch {
    return undefined;
  }
}

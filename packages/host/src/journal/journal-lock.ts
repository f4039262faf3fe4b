import { join } from 'node:path';
import { lockHolder, takeLock, type LockAttempt, type LockHolder } from '@sluice/base';

/** In a session's directory. */
const LOCK_FILE = 'journal.lock';

/**
 * Takes the lock of a session's journal for this process; a lock whose process has ended is free.
 * @throws if the directory can't be written
 */
export function takeJournalLock(directory: string): LockAttempt {
  return takeLock(join(directory, LOCK_FILE));
}

/** The process that has a session's journal open; undefined if there is none, or the lock can't be read. */
export function journalHolder(directory: string): LockHolder | undefined {
  try {
    return lockHolder(join(directory, LOCK_FILE));
  } catch {
    return undefined;
  }
}

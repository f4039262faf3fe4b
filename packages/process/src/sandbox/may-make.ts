import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '@sluice/base';

/**
 * Whether a command, which runs as this user, could create something at a missing path: not in someone else's directory that this user
 * can't write, nor on a read-only file system. It could make its own directories writable.
 */
export function mayMake(path: string): boolean {
  const directory = dirname(path);
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EROFS') return false;
    return statSync(directory, { throwIfNoEntry: false })?.uid === process.geteuid?.();
  }
}

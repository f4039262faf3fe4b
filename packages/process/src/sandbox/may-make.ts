import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '@sluice/base';

/**
 * Whether a command, which is of this user, might make something at a missing path: not in a directory of somebody else
 * that is closed to this user, nor on a file system that is read-only. Its own directories it could open.
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

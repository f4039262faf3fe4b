import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** A new name in the directory of `path`, for a file to be renamed over it. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.sluice-${randomBytes(9).toString('base64url')}.tmp`);
}

/** Whether a path could come from `temporaryBeside(path)`. */
export function isTemporaryBeside(path: string, temporaryPath: string): boolean {
  return (
    dirname(temporaryPath) === dirname(path) && /^\.sluice-[\w-]{12}\.tmp$/.test(basename(temporaryPath))
  );
}

import { statSync, writeFileSync } from 'node:fs';
import { writePrivateFileSync } from '@sluice/base';
import { ioFailure } from '@sluice/host';

/**
 * Writes a page that only its owner can read, in one step. A pipe or a device gets the text as it is. Returns why if it can't.
 */
export function writePage(path: string, page: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) writeFileSync(path, page);
    else writePrivateFileSync(path, page);
    return undefined;
  } catch (error) {
    return ioFailure(error).reason;
  }
}

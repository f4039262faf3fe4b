import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ioFailure } from '@sluice/host';

/**
 * Writes a page that only its owner can read, in one step. A pipe or a device gets the text as it is. Returns why if it can't.
 */
export function writePage(path: string, page: string): string | undefined {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) {
      writeFileSync(path, page);
      return undefined;
    }
    writeFileSync(draft, page, { flag: 'wx', mode: 0o600 });
    renameSync(draft, path);
    return undefined;
  } catch (error) {
    rmSync(draft, { force: true });
    return ioFailure(error).reason;
  }
}

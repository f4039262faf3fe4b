import { stat } from 'node:fs/promises';
import { errorCode } from '@sluice/base';
import { beginsWith } from '../load/begins-with.ts';
import { fileProblem } from '../file-error.ts';
import type { LoadedFile } from '../load/load-file.ts';
import { openForReading } from '../load/open-file.ts';
import { problem, type Problem } from '../problem.ts';

/**
 * Why a file can't be replaced after all: it no longer contains what was loaded, or it exists although it didn't. Decided by timestamps
 * and size where those are reliable, without reading.
 */
export async function changedSince(
  path: string,
  loaded: LoadedFile | undefined,
): Promise<Problem | undefined> {
  try {
    const now = await stat(path, { bigint: true });
    if (loaded === undefined) return changedMeanwhile(path, 'was created');
    const { stats, isSettled } = loaded;
    const isSame =
      now.ino === stats.ino &&
      now.dev === stats.dev &&
      now.size === stats.size &&
      now.mtimeNs === stats.mtimeNs &&
      now.ctimeNs === stats.ctimeNs;
    if (isSame && isSettled) return undefined;
    // Replacing it would separate the names, and writers through the other name haven't waited for this one's lock.
    if (now.nlink > 1n && stats.nlink === 1n) {
      return changedMeanwhile(path, 'was given another name (a hard link)');
    }
    return (await holds(path, loaded.bytes)) ? undefined : changedMeanwhile(path, 'was changed');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return fileProblem(error, path, 'read');
    return loaded === undefined ? undefined : changedMeanwhile(path, 'was removed');
  }
}

async function holds(path: string, bytes: Buffer): Promise<boolean> {
  using file = openForReading(path);
  if (file === undefined) return false;
  return file.stats.size === BigInt(bytes.length) && (await beginsWith(file, bytes));
}

export function changedMeanwhile(path: string, what: string): Problem {
  return problem(
    'changed-meanwhile',
    `${path} ${what} by a person or another program while it was being written. Nothing was written. Read it again, then go on.`,
  );
}

import { lstatSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JournalEntry } from '@sluice/core';
import { isTemporaryBeside } from '@sluice/tools';

/**
 * Removes temporary files that a session's writes left next to their targets when the process was killed;
 * returns one line for each. Only names in the journal, and only for the holder of the session's lock: no one
 * is writing them anymore.
 */
export function removeUnfinished(entries: readonly JournalEntry[]): readonly string[] {
  const succeeded = new Set(
    entries.flatMap((entry) => (entry.type === 'settled' && entry.outcome === 'ok' ? [callKey(entry)] : [])),
  );
  return entries.flatMap((entry) => {
    if (entry.type !== 'wrote' || entry.temporaryPath === undefined || succeeded.has(callKey(entry)))
      return [];
    const { path, temporaryPath } = entry;
    const isRemoved = isTemporaryBeside(path, temporaryPath) && removeOwn(temporaryPath);
    return isRemoved ? [`Removed ${temporaryPath}, left over from an interrupted write of ${path}.`] : [];
  });
}

function callKey({ messageId, callId }: { readonly messageId: string; readonly callId: string }): string {
  return JSON.stringify([messageId, callId]);
}

function removeOwn(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const isOurs = stats?.isFile() === true && stats.nlink === 1;
    // A directory that has since become a link leads to where the session never wrote.
    if (!isOurs || realpathSync(dirname(path)) !== dirname(path)) return false;
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

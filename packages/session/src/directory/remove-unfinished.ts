import { lstatSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JournalEntry } from '@sluice/core';
import { isTemporaryBeside } from '@sluice/tools';

/**
 * Removes the new files that writes of a session have left beside the files they were for, when the process that made them was
 * killed; answers with a line for each. Only names that the journal holds, and only for whoever has the session's lock: then
 * nobody is writing them any more.
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
    return isRemoved ? [`Removed ${temporaryPath}: a write of ${path} was cut off and had left it.`] : [];
  });
}

function callKey({ messageId, callId }: { readonly messageId: string; readonly callId: string }): string {
  return JSON.stringify([messageId, callId]);
}

function removeOwn(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    const isOurs = stats?.isFile() === true && stats.nlink === 1;
    // A directory that has become a link since leads to where the session never wrote.
    if (!isOurs || realpathSync(dirname(path)) !== dirname(path)) return false;
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isInside } from '@sluice/core';
import type { RestorePlan } from './plan-restore.ts';

/**
 * Removes the directories that calls had created for a deleted file, from the bottom up while they are empty; returns
 * the topmost one removed. Directories with other contents remain.
 */
export async function removeMadeDirectories({
  path,
  writes,
}: Pick<RestorePlan, 'path' | 'writes'>): Promise<string | undefined> {
  const top = writes[0]?.madeDirectory;
  let removed: string | undefined;
  if (top === undefined) return undefined;
  for (let at = dirname(path); isInside(at, top); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      break;
    }
    removed = at;
  }
  return removed;
}

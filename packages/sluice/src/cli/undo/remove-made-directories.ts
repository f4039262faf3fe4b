import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isInside } from '@sluice/core';
import type { RestorePlan } from './plan-restore.ts';

/**
 * Removes the directories that calls had made for a file which is gone, as far up as they are empty; answers with the
 * highest one. What somebody has put there stays, with all above it.
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

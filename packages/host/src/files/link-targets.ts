import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@sluice/base';
import { isInside } from '@sluice/core';
import { resolveMissing } from './resolve-missing.ts';

/** Maximum number of names to check; a larger directory isn't worth the wait. */
const MAX_NAMES = 5000;

/** The same when links are followed, as in a project search. */
const MAX_NAMES_FOLLOWED = 20_000;

/** Real paths of the symbolic links in the first levels of a directory, behind links too; undefined if finding them would take too long. */
export function linkTargets(directory: string, levels: number): readonly string[] | undefined {
  if (levels === Infinity) return followedTargets(directory);
  const targets = new Set<string>();
  let left = MAX_NAMES;
  let open = [directory];
  for (let level = 0; level < levels && open.length > 0; level += 1) {
    const next: string[] = [];
    for (const path of open) {
      const entries = namesIn(path);
      if (entries === undefined) return undefined;
      left -= entries.length;
      if (left < 0) return undefined;
      for (const entry of entries) {
        if (isUnreachable(entry)) return undefined;
        const child = join(path, entry.name);
        if (entry.isSymbolicLink()) {
          const target = resolveMissing(child);
          targets.add(target);
          next.push(target);
        } else if (entry.isDirectory()) next.push(child);
      }
    }
    open = next;
  }
  return [...targets];
}

/** Real paths of all links found when each is followed. */
function followedTargets(start: string): readonly string[] | undefined {
  const targets = new Set<string>();
  const roots = [start];
  let left = MAX_NAMES_FOLLOWED;
  for (const root of roots) {
    const open = [root];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const entries = namesIn(path);
      if (entries === undefined) return undefined;
      left -= entries.length;
      if (left < 0) return undefined;
      for (const entry of entries) {
        if (isUnreachable(entry)) return undefined;
        const child = join(path, entry.name);
        if (entry.isDirectory()) open.push(child);
        if (!entry.isSymbolicLink()) continue;
        const target = resolveMissing(child);
        targets.add(target);
        if (!roots.some((known) => isInside(target, known))) roots.push(target);
      }
    }
  }
  return [...targets];
}

/** Its name isn't valid UTF-8: the name that Node returns leads nowhere, but the file may be a link or contain some. */
function isUnreachable(entry: Dirent): boolean {
  return !entry.isFile() && entry.name.includes('\uFFFD');
}

/** Empty if it isn't a directory, or doesn't exist. */
function namesIn(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined;
  }
}

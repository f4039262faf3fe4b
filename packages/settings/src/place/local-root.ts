import { statSync } from 'node:fs';
import { join } from 'node:path';
import { realPath } from './real-path.ts';
import type { Repository } from './find-repository.ts';

/**
 * The directory whose local settings apply: the main checkout, so that a permission granted in one worktree holds in all. Outside git, on
 * Windows, if the root is home, or if someone else owns the checkout, the start directory instead.
 */
export function localRoot(
  cwd: string,
  home: string | undefined,
  repository: Repository | undefined,
  platform: NodeJS.Platform = process.platform,
): string {
  if (repository === undefined || platform === 'win32') return cwd;
  const { mainRoot } = repository;
  if (home !== undefined && mainRoot === realPath(home)) return cwd;
  const places = [mainRoot, ...['.git', '.sluice', '.claude'].map((name) => join(mainRoot, name))];
  return places.every(isOwn) ? mainRoot : cwd;
}

function isOwn(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined || process.getuid === undefined || stats.uid === process.getuid();
  } catch {
    return false;
  }
}

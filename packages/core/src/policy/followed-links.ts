import type { FileAction } from '../permission/action.ts';
import type { Judge } from './judge.ts';

/** Where the links lead. For a link to a file, a listing that follows none reveals only its name. */
export function targetsOf({ files }: Judge, action: FileAction, real: string): readonly string[] | undefined {
  const levels = levelsFollowed(action);
  const targets = files.linkTargets(real, levels);
  if (action.access !== 'list' || levels === Infinity) return targets;
  return targets?.filter((target) => files.identify(target, '/').inode === undefined);
}

/**
 * In how many levels below the path symbolic links are followed: matches of a pattern, what a tree is written over, or a tree whose links
 * are followed.
 */
export function levelsFollowed({ access, levels = 0, isTree, gitNames }: FileAction): number {
  // Git follows none.
  if (gitNames !== undefined) return 0;
  if (access === 'write') return isTree ? Infinity : levels;
  // The match itself is not followed; links above it are.
  return access === 'remove' ? Math.max(0, levels - 1) : levels;
}

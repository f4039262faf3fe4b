import { join } from 'node:path';
import type { Words } from './git-command.ts';
import { branchOf, textOf, type LinkedRepository } from './linked-repository.ts';

/**
 * Whether an entry that `git stash pop`, `drop` or `branch` takes off the stash, which all worktrees share, may be of another worktree:
 * it names another branch than the one that is checked out here, or none.
 *
 * @param entry as the command names it; undefined: that isn't known. Empty: the last one
 */
export function mayBeOthersStash(entry: string | undefined, { own, common }: LinkedRepository): boolean {
  const branch = branchOf(own);
  const branches = stashedOn(common);
  const isForeign = (stashed: string | undefined): boolean => branch === undefined || stashed !== branch;
  const index =
    entry === ''
      ? '0'
      : /^(?:(?:refs\/)?stash@\{(\d+)\}|(\d+))$/u
          .exec(entry ?? '')
          ?.slice(1)
          .join('');
  if (index === undefined) return branches.some(isForeign);
  return Number(index) < branches.length && isForeign(branches[Number(index)]);
}

/** The entry among the words behind `git stash pop` and the like. */
export function stashEntry(words: Words, at: number): string | undefined {
  const operands = words.filter((word) => word?.startsWith('-') !== true);
  return operands.length > at ? operands[at] : '';
}

/** The branches on which entries were made, the last entry first. */
function stashedOn(common: string): readonly (string | undefined)[] {
  const log = textOf(join(common, 'logs/refs/stash')) ?? '';
  const lines = log.split('\n').filter((line) => line !== '');
  return lines.toReversed().map((line) => /\t(?:WIP on|On) ([^:]+): /u.exec(line)?.[1]);
}

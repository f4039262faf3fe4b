import { join } from 'node:path';
import { gitCommand, type Words } from './git-command.ts';
import { branchOf, textOf, type LinkedRepository } from './linked-repository.ts';

/**
 * Whether an entry that `git stash pop`, `drop` or `branch` takes off the stash, which all worktrees share, may be of another worktree:
 * it names another branch than the one that is checked out here, or none.
 *
 * @param entry as the command names it; undefined: that isn't known. Empty: the last one
 * @param taken as many entries as other commands of the line may have taken off before
 */
export function mayBeOthersStash(
  entry: string | undefined,
  { own, common }: LinkedRepository,
  taken: number,
): boolean {
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
  // Each that is gone makes the next one the last.
  return branches.slice(Number(index), Number(index) + taken + 1).some(isForeign);
}

/** Whether a command of git takes an entry off the stash. */
export function takesOffStash(words: Words): boolean {
  const called = gitCommand(words);
  if (called?.command !== 'stash') return false;
  const at = called.rest.findIndex((word) => word?.startsWith('-') !== true);
  const verb = called.rest[at];
  return at !== -1 && (verb === undefined || /^(?:pop|drop|branch|clear)$/u.test(verb));
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

import { isInside } from '@sluice/core';
import { resolve } from 'node:path';
import type { Words } from './git-command.ts';
import { topOf, worktreesOf, type LinkedRepository } from './linked-repository.ts';

const CHANGES = /^(?:remove|move|lock|unlock|repair)$/u;

/**
 * Other worktrees that a command such as `git worktree remove` may mean: by their path, or by the last parts of it. What is not known may
 * be any.
 */
export function otherWorktrees(words: Words, repository: LinkedRepository | undefined): readonly string[] {
  const [verb, ...operands] = words.filter((word) => word?.startsWith('-') !== true);
  const isChange = words.length > 0 && (verb === undefined ? words.includes(undefined) : CHANGES.test(verb));
  if (!isChange) return [];
  if (repository === undefined) return ['worktrees'];
  const others = worktreesOf(repository.common).flatMap((one) => topOf(one) ?? []);
  const isMeant = (top: string): boolean =>
    operands.some(
      (name) =>
        name === undefined ||
        top.endsWith(`/${name.replace(/^[./]+|\/+$/gu, '')}`) ||
        isInside(top, resolve(repository.top, name)),
    );
  const all = verb === undefined || (verb === 'repair' && operands.length === 0);
  return others.filter((top) => top !== repository.top && (all || isMeant(top)));
}

import { join } from 'node:path';
import type { SandboxProfile } from '@sluice/process';
import { refOf, worktreesOf } from '../judge/linked-repository.ts';
import type { SandboxPolicy } from './sandbox-policy.ts';

type Paths = Required<Pick<SandboxProfile, 'writable' | 'protected' | 'suspects'>>;

/**
 * What git writes in the repository of a linked worktree, so that commits succeed there: everything except what git runs or reads as
 * configuration, and what belongs to the main checkout and to other worktrees, the branches that they have checked out included.
 */
export function worktreePaths({ worktree }: Pick<SandboxPolicy, 'worktree'>): Paths {
  if (worktree === undefined) return { writable: [], protected: [], suspects: [] };
  const { gitDirectory, commonDirectory } = worktree;
  const inCommon = (name: string): string => join(commonDirectory, name);
  const inOwn = (name: string): string => join(gitDirectory, name);
  const own = refOf(gitDirectory);
  const held = [commonDirectory, ...worktreesOf(commonDirectory)]
    .flatMap((one) => refOf(one) ?? [])
    .filter((ref) => ref !== own && ref.startsWith('refs/heads/') && !ref.includes('..'));
  const mayBeAbsent = [
    ...['commondir', 'config.worktree', 'index', 'modules'].map(inCommon),
    ...new Set(held.map(inCommon)),
    inOwn('config.worktree'),
  ];
  return {
    writable: [commonDirectory, gitDirectory],
    protected: [
      ...['hooks', 'config', 'HEAD', 'worktrees'].map(inCommon),
      ...['commondir', 'gitdir'].map(inOwn),
    ],
    suspects: mayBeAbsent.map((path) => ({ path, besides: [] })),
  };
}

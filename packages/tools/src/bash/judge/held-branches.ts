import { join } from 'node:path';
import { refOf, worktreesOf, type LinkedRepository } from './linked-repository.ts';
import type { MovedRefs } from './moved-refs.ts';

/**
 * Of the refs that a command moves in a linked worktree, those that another worktree of its repository has checked out, as paths in the
 * repository: behind its back, that worktree's files would differ from its branch.
 */
export function heldRefs(refs: MovedRefs, { own, common }: LinkedRepository): readonly string[] {
  const others = [common, ...worktreesOf(common)].filter((directory) => directory !== own);
  const held = others.flatMap((directory) => refOf(directory) ?? []);
  const isMoved = (ref: string): boolean =>
    refs === 'all' || refs.some((one) => fullName(one).toLowerCase() === ref.toLowerCase());
  const ofOthers = refs === 'all' ? [] : refs.filter((ref) => OF_OTHERS.test(ref));
  return [...held.filter(isMoved), ...ofOthers].map((ref) => join(common, ref));
}

/** What another worktree itself is at, and what all have stashed. */
const OF_OTHERS = /^(?:(?:main-worktree|worktrees)\/|refs\/stash$)/u;

function fullName(ref: string): string {
  if (ref.startsWith('refs/')) return ref;
  return ref.startsWith('heads/') ? `refs/${ref}` : `refs/heads/${ref}`;
}

import type { ProcessTree } from '../process-tree.ts';
import { removeCgroup } from './remove-cgroup.ts';

/** Removes the group of a tree that has ended, if it has one, then calls `onGone`. */
export function leaveCgroup(
  { cgroup }: ProcessTree,
  onGone: (directory: string) => void,
  keptPids: readonly number[] = [],
): void {
  if (cgroup === undefined) return;
  cgroup.release(keptPids);
  removeCgroup(cgroup, () => onGone(cgroup.directory));
}

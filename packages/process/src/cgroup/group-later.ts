import { findTree, type ProcessTree } from '../process-tree.ts';
import { createCommandCgroup } from './command-cgroup.ts';

/**
 * Delayed, because moving a process takes the kernel longer than most commands run. Anything that tries to hide after that is in the group
 * anyway.
 */
const AFTER_MS = 1_000;
const MAX_ROUNDS = 5;

/** Puts a tree that still runs after a while into a control group below `above`, and reports it. The returned function cancels that. */
export function groupLater(
  tree: ProcessTree,
  onCgroup: (directory: string) => void,
  above?: string,
): () => void {
  let isWanted = true;
  const group = async (): Promise<void> => {
    const cgroup = createCommandCgroup(above);
    if (cgroup === undefined) return;
    tree.cgroup = cgroup;
    onCgroup(cgroup.directory);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const inside = new Set(cgroup.pids());
      // After a second, pids can't have wrapped around: those before the root's belong to other programs.
      const outside = findTree(tree, 'later-pids').filter(({ pid }) => !inside.has(pid));
      if (outside.length === 0) return;
      for (const { pid } of outside) {
        if (!isWanted) return;
        await cgroup.enter(pid);
      }
    }
  };
  const timer = setTimeout(() => void group(), AFTER_MS).unref();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

import { join } from 'node:path';

/** A file about a worktree in the repository's data. No two names share one: `a/b` and `a-b` are different worktrees. */
export function nameFile(commonDirectory: string, name: string, kind: 'lock' | 'unfilled'): string {
  return join(commonDirectory, `sluice-worktree-${encodeURIComponent(name)}.${kind}`);
}

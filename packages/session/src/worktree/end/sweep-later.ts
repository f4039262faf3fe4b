import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository } from '@sluice/settings';

interface SweepLaterOptions {
  /** Absolute and real. */
  readonly cwd: string;
  readonly days: number;
  /** Called with a sentence for the user. Must not throw. */
  readonly tell: (text: string) => void;
}

/** Milliseconds: not while the first request is on its way. */
const AFTER_MS = 1_000;

/** Removes unused worktrees alongside the work, and says which. Nothing is loaded in a repository without worktrees. */
export function sweepLater({ cwd, days, tell }: SweepLaterOptions): void {
  setTimeout(() => void sweep(), AFTER_MS).unref();

  async function sweep(): Promise<void> {
    const repository = findRepository(cwd);
    if (repository === undefined || !existsSync(join(repository.mainRoot, '.claude/worktrees'))) return;
    const { sweepWorktrees } = await import('./sweep-worktrees.ts');
    const removed = await sweepWorktrees({ cwd, days });
    if (removed.length === 0) return;
    const many = removed.length === 1 ? 'a worktree' : `${removed.length} worktrees`;
    tell(
      `Removed ${many} that no one has used for ${days} days and that had nothing to lose: ${removed.join(', ')}.`,
    );
  }
}

import { removeOldSessions, stateDirectory } from '@sluice/agent';
import type { SessionParts } from '../../parts/session-parts.ts';
import { sweepLater } from '../../worktree/end/sweep-later.ts';

/** Removes expired sessions and unused worktrees alongside the work. A repository's settings apply only to its own. */
export function removeOld(
  { cwd, permission, tell }: SessionParts,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const { setting } = permission.loaded;
  const { value: days, origins } = setting('cleanupPeriodDays') ?? { origins: [] };
  if (days === undefined) return;
  const isOfRepository = origins.some(({ source }) => source === 'project' || source === 'local');
  void removeOldSessions({ state: stateDirectory(env), days, cwd: isOfRepository ? cwd : undefined });
  sweepLater({ cwd, days, tell });
}

import type { CommandCgroup } from './command-cgroup.ts';

/** What has ended counts in a group until somebody has buried it. */
const PAUSES_MS = [20, 200, 2_000, 20_000];

/** Removes a group now or soon, and tells of it; gives up after a while. Keeps no program alive. */
export function removeCgroup(
  cgroup: Pick<CommandCgroup, 'remove'>,
  onRemoved: () => void,
  pauses = PAUSES_MS,
): void {
  if (cgroup.remove()) {
    onRemoved();
    return;
  }
  const [pauseMs, ...later] = pauses;
  if (pauseMs !== undefined) setTimeout(() => removeCgroup(cgroup, onRemoved, later), pauseMs).unref();
}

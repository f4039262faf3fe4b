import type { CommandCgroup } from './command-cgroup.ts';

/** An ended process stays in its group until its parent reaps it. */
const PAUSES_MS = [20, 200, 2_000, 20_000];

/** Removes a group now or soon, and reports it; gives up after a while. Doesn't keep the program alive. */
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

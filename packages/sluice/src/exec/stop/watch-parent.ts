import { readProcessStat } from '@sluice/process';

type Environment = Readonly<Record<string, string | undefined>>;

const LOOK_EVERY_MS = 250;
/** Between npm and the program that it runs stands a shell at most. */
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'zsh', 'ksh']);

/**
 * npm and npx pass no signal on that ends them. Started by one of them, the program watches whether it is still there,
 * and tells, once, when it has gone. The returned function ends the watch. Must not throw: `onGone`.
 */
export function watchParent(env: Environment, onGone: () => void, everyMs = LOOK_EVERY_MS): () => void {
  const isOfNpm = env['npm_command'] === 'exec' || env['npm_lifecycle_event'] !== undefined;
  if (!isOfNpm) return () => {};
  const parent = process.ppid;
  const found = readProcessStat(parent);
  const grandparent = found !== undefined && SHELLS.has(found.name) ? found.parent : undefined;
  const timer = setInterval(() => {
    const isThere =
      process.ppid === parent &&
      (grandparent === undefined || readProcessStat(parent)?.parent === grandparent);
    if (isThere) return;
    clearInterval(timer);
    onGone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

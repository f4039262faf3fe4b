import { readProcessStat } from '@sluice/process';
import { heldSignals } from './held-signals.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface ParentListeners {
  /** npm, or its shell, has ended. Called once. Must not throw. */
  readonly onGone: () => void;
  /** npm's shell was interrupted and is waiting for this program. Must not throw. */
  readonly onInterrupt: () => void;
}

const LOOK_EVERY_MS = 100;
/** Of a program that waits for a person: each look wakes it. */
export const SELDOM_MS = 1000;
/** At most one shell is between npm and the program it runs. */
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'zsh', 'ksh']);

/**
 * npm and npx forward no signals to a program that they start through a shell. So the program watches both, and acts on
 * the signal itself. The returned function stops watching.
 */
export function watchParent(
  env: Environment,
  { onGone, onInterrupt }: ParentListeners,
  everyMs = LOOK_EVERY_MS,
): () => void {
  const isOfNpm = env['npm_command'] === 'exec' || env['npm_lifecycle_event'] !== undefined;
  if (!isOfNpm) return () => {};
  const parent = process.ppid;
  const found = readProcessStat(parent);
  const isShell = found !== undefined && SHELLS.has(found.name);
  const grandparent = isShell ? found.parent : undefined;
  const wasInterrupted = isShell ? heldSignals(parent) : () => false;
  const timer = setInterval(() => {
    const isThere =
      process.ppid === parent &&
      (grandparent === undefined || readProcessStat(parent)?.parent === grandparent);
    if (isThere) {
      if (wasInterrupted()) onInterrupt();
      return;
    }
    clearInterval(timer);
    onGone();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

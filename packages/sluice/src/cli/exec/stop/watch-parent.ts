import { readProcessStat } from '@sluice/process';
import { heldSignals } from './held-signals.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ParentListeners {
  /** npm, or the shell below it, has ended. Called once. Must not throw. */
  readonly onGone: () => void;
  /** The shell below npm was interrupted, and waits for this program. Must not throw. */
  readonly onInterrupt: () => void;
}

const LOOK_EVERY_MS = 100;
/** Between npm and the program that it runs stands a shell at most. */
const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'zsh', 'ksh']);

/**
 * npm and npx pass no signal on to a program that they started through a shell. Such a program watches both, and does what
 * the signal asks for. The returned function ends the watch.
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

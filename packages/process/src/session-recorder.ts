import { lastPid } from './identity/last-pid.ts';
import { findTree, type ProcessTree } from './process-tree.ts';

const FIRST_LOOK_MS = 1_000;
const LAST_PAUSE_MS = 8_000;

/**
 * Scans a running tree from time to time, so that a process that cleared its environment and lost its parent is still known by its
 * session. Calls `onSession` once for each session. The returned function stops it.
 */
export function recordSessions(tree: ProcessTree, onSession: (session: number) => void): () => void {
  const told = new Set<number>();
  const tell = (): void => {
    for (const session of tree.sessions) {
      if (told.has(session)) continue;
      told.add(session);
      onSession(session);
    }
  };
  let newest = lastPid();
  let hasWrapped = false;
  /** Until pids wrap around, those before the root's are other programs', and reading them takes most of the time. */
  const scope = (): 'all' | 'later-pids' => {
    const now = lastPid();
    hasWrapped ||= now === undefined || newest === undefined || now < newest;
    newest = now;
    return hasWrapped ? 'all' : 'later-pids';
  };
  const look = (pauseMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      findTree(tree, scope());
      tell();
      timer = look(Math.min(LAST_PAUSE_MS, pauseMs * 2));
    }, pauseMs).unref();

  tell();
  let timer = look(FIRST_LOOK_MS);
  return () => clearTimeout(timer);
}

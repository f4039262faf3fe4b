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
  /** So soon, pids can't have wrapped around: those before the root's are other programs', and reading them takes most of the time. */
  const look = (pauseMs: number, scope: 'all' | 'later-pids'): NodeJS.Timeout =>
    setTimeout(() => {
      findTree(tree, scope);
      tell();
      timer = look(Math.min(LAST_PAUSE_MS, pauseMs * 2), 'all');
    }, pauseMs).unref();

  tell();
  let timer = look(FIRST_LOOK_MS, 'later-pids');
  return () => clearTimeout(timer);
}

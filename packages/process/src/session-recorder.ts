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
  const look = (pauseMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      findTree(tree, 'all');
      tell();
      timer = look(Math.min(LAST_PAUSE_MS, pauseMs * 2));
    }, pauseMs).unref();

  tell();
  let timer = look(FIRST_LOOK_MS);
  return () => clearTimeout(timer);
}

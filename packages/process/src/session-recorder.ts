import { findTree, type ProcessTree } from './process-tree.ts';

const FIRST_LOOK_MS = 1_000;
const LAST_PAUSE_MS = 8_000;

/**
 * Looks at a running tree now and then, so that a process which cleared its environment and lost its parent is still
 * known by its session. `onSession` is told of every session once. The returned function ends it.
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

import type { SessionChanges } from '@sluice/agent';

/** Writes what a list of sessions shows, when there is time. */
interface LateSessionInfo {
  note(changes: SessionChanges): void;
  /** Writes everything that is waiting. */
  flush(): void;
}

/**
 * Notes wait for the end of the event loop's turn, so that the first request is sent first. A short run never
 * gets there.
 */
export function createLateSessionInfo(keep: (changes: SessionChanges) => void): LateSessionInfo {
  const waiting: SessionChanges[] = [];
  const flush = (): void => {
    for (const changes of waiting.splice(0)) keep(changes);
  };
  return {
    note(changes) {
      if (waiting.push(changes) === 1) setImmediate(flush);
    },
    flush,
  };
}

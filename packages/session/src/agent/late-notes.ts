import type { SessionChanges } from '@sluice/agent';

/** What a list of sessions shows, kept when there is time for it. */
export interface LateNotes {
  note(changes: SessionChanges): void;
  /** Keeps what has waited until now. */
  flush(): void;
}

/** Notes wait for the end of the event loop's turn, so that the first request is on its way. A short run never gets there. */
export function createLateNotes(keep: (changes: SessionChanges) => void): LateNotes {
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

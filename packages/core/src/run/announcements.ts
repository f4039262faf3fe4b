import type { SessionEvent } from './events.ts';

/** What happens beside all calls, on its way to those who read a run. */
export interface Announcements {
  /** To the run that is read, else to the next one. */
  announce(event: SessionEvent): void;
  /** Hands over what waits and, until the answer is called, what comes. Must not throw. */
  listen(listener: (event: SessionEvent) => void): () => void;
  /** What no run has told of, and will not any more. */
  take(): readonly SessionEvent[];
}

/** More than a session says between two runs; the oldest are let go of first. */
const MOST_WAITING = 1000;

export function createAnnouncements(): Announcements {
  let waiting: SessionEvent[] = [];
  const listeners = new Set<(event: SessionEvent) => void>();
  const take = (): readonly SessionEvent[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  };
  return {
    announce(event) {
      const [listener] = listeners;
      if (listener !== undefined) return listener(event);
      waiting.push(event);
      if (waiting.length > MOST_WAITING) waiting = waiting.slice(-MOST_WAITING);
    },
    listen(listener) {
      for (const event of take()) listener(event);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take,
  };
}

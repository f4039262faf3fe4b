import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../ports/memory/system-clock.ts';
import type { SessionEvent } from './events.ts';

/** With the clock's time at which it happened. */
export type TimedSessionEvent = SessionEvent & { readonly time: number };

/** What happens beside all calls, on its way to those who read a run. */
export interface Announcements {
  /** To the run that is read, else to the next one. */
  announce(event: SessionEvent): void;
  /** Hands over what waits and, until the answer is called, what comes. Must not throw. */
  listen(listener: (event: SessionEvent, time: number) => void): () => void;
  /** What no run has told of, and will not any more. */
  take(): readonly TimedSessionEvent[];
}

/** More than a session says between two runs; the oldest are let go of first. */
const MOST_WAITING = 1000;

export function createAnnouncements({ now }: Pick<Clock, 'now'> = systemClock): Announcements {
  let waiting: TimedSessionEvent[] = [];
  const listeners = new Set<(event: SessionEvent, time: number) => void>();
  const take = (): readonly TimedSessionEvent[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  };
  return {
    announce(event) {
      const [listener] = listeners;
      if (listener !== undefined) return listener(event, now());
      waiting.push({ ...event, time: now() });
      if (waiting.length > MOST_WAITING) waiting = waiting.slice(-MOST_WAITING);
    },
    listen(listener) {
      for (const { time, ...event } of take()) listener(event, time);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take,
  };
}

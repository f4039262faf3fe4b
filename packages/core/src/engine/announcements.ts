import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../ports/memory/system-clock.ts';
import type { SessionEvent } from './events.ts';

/** With the clock's time at which it happened. */
export type TimedSessionEvent = SessionEvent & { readonly time: number };

/**
 * Who listens: a `run`, whose stream carries the event; somebody who is told `instead` of runs; somebody who listens
 * `beside` them, and takes nothing from them.
 */
export type ListenerKind = 'run' | 'instead' | 'beside';

/** What happens beside all calls, on its way to everybody who listens. */
export interface Announcements {
  /** To all who listen; where that is nobody but those beside, also to the next run. */
  announce(event: SessionEvent): void;
  /** Hands over what waits and, until the answer is called, what comes. Must not throw. Default kind: `run`. */
  listen(listener: (event: SessionEvent, time: number) => void, kind?: ListenerKind): () => void;
  /** What no run has told of, and will not any more. */
  take(): readonly TimedSessionEvent[];
}

type Listener = (event: SessionEvent, time: number) => void;

/** More than a session says between two runs; the oldest are let go of first. */
const MAX_WAITING = 1000;

export function createAnnouncements({ now }: Pick<Clock, 'now'> = systemClock): Announcements {
  let waiting: TimedSessionEvent[] = [];
  const listeners = new Map<object, { readonly hear: Listener; readonly kind: ListenerKind }>();
  const take = (): readonly TimedSessionEvent[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  };
  return {
    announce(event) {
      const at = now();
      const all = [...listeners.values()];
      const isTakenFromRuns = all.some(({ kind }) => kind === 'instead');
      for (const { hear, kind } of all) if (!isTakenFromRuns || kind !== 'run') hear(event, at);
      if (all.some(({ kind }) => kind !== 'beside')) return;
      waiting.push({ ...event, time: at });
      if (waiting.length > MAX_WAITING) waiting = waiting.slice(-MAX_WAITING);
    },
    listen(hear, kind = 'run') {
      if (kind !== 'beside') for (const { time, ...event } of take()) hear(event, time);
      const key = {};
      listeners.set(key, { hear, kind });
      return () => void listeners.delete(key);
    },
    take,
  };
}

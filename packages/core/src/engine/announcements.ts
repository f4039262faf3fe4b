import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../ports/memory/system-clock.ts';
import type { SessionEvent } from './events.ts';

/** With the clock's time at which it happened. */
export type TimedSessionEvent = SessionEvent & { readonly time: number };

/**
 * The kinds of listeners: a `run`, whose stream carries the event; one that receives it `instead` of runs; one that listens `beside`
 * them, and takes nothing from them.
 */
export type ListenerKind = 'run' | 'instead' | 'beside';

/** Events that don't belong to a call, on their way to every listener. */
export interface Announcements {
  /** To all listeners; if there are none except those beside, also to the next run. */
  announce(event: SessionEvent): void;
  /** Delivers waiting events and, until the returned function is called, new ones. Must not throw. Default kind: `run`. */
  listen(listener: (event: SessionEvent, time: number) => void, kind?: ListenerKind): () => void;
  /** What no run has delivered, and none will. */
  take(): readonly TimedSessionEvent[];
}

type Listener = (event: SessionEvent, time: number) => void;

/** More than a session produces between two runs; the oldest are dropped first. */
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

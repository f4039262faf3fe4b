import { checkFields, either, number, oneOfWords, refuseOptions, type Check } from '@sluice/base';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import type { RunEvent, RunEventBody } from './events.ts';

/** How to treat a listener while it is slow. */
export interface SubscribeOptions {
  /**
   * `latest`: progress and the set of running calls are replaced by their latest, with a count; everything else waits. `{ buffer }`: the
   * same, but beyond this many events the oldest are dropped (see `lost`). `wait`: while more than 1,024 events wait for it, runs take up
   * no new calls.
   */
  readonly whenSlow: 'latest' | 'wait' | { readonly buffer: number };
}

const LISTENING = 'an object: { whenSlow }';
const FIELDS = {
  whenSlow: either(
    '"latest", "wait", or { buffer } with a number of events',
    oneOfWords('latest', 'wait'),
    (value) => checkFields(value, BUFFER, '{ buffer }'),
  ),
} satisfies Readonly<Record<keyof SubscribeOptions, Check>>;
const BUFFER = {
  buffer: number('a positive whole number', (count) => Number.isSafeInteger(count) && count > 0),
};

/** One listener's events of all runs and outside them. Leaving the loop ends it. */
export interface Subscription extends AsyncIterable<RunEvent> {
  /** Events that were dropped because the listener was slow. */
  readonly lost: number;
  /** Ends it; waiting events can still be read. */
  close(): void;
}

/** The listeners to an engine's events, besides the readers of its runs. */
export interface Subscriptions extends Pick<EventQueue, 'push' | 'pushState' | 'pushInProgress'> {
  /** @throws TypeError or RangeError for options that it doesn't have */
  subscribe(options: SubscribeOptions): Subscription;
  /** Whether a listener with `wait` is far behind. */
  mustWait(): boolean;
  /** Calls `listener` when a listener with `wait` has read or left. */
  onRoom(listener: () => void): () => void;
}

/** Unread events of a listener with `wait` at which runs hold back. */
const MAX_UNREAD_EVENTS = 1024;

interface Member {
  readonly queue: EventQueue;
  readonly whenSlow: SubscribeOptions['whenSlow'];
  lost: number;
}

export function createSubscriptions(
  now: () => number,
  inProgress: () => RunEventBody,
  /** Connects a listener to events outside all calls. */
  listenBeside: (push: EventQueue['push']) => () => void,
): Subscriptions {
  const members = new Set<Member>();
  const roomListeners = new Set<() => void>();
  const notifyRoom = (): void => {
    for (const listener of [...roomListeners]) listener();
  };
  const tell = (notifyQueue: (queue: EventQueue) => void): void => {
    for (const member of members) {
      notifyQueue(member.queue);
      dropOldest(member);
    }
  };
  return {
    push(body, time) {
      if (members.size > 0) tell((queue) => queue.push(body, time));
    },
    pushState(call, status, time) {
      if (members.size > 0) tell((queue) => queue.pushState(call, status, time));
    },
    pushInProgress() {
      if (members.size > 0) tell((queue) => queue.pushInProgress());
    },
    mustWait() {
      for (const { queue, whenSlow } of members)
        if (whenSlow === 'wait' && queue.unread() > MAX_UNREAD_EVENTS) return true;
      return false;
    },
    onRoom(listener) {
      roomListeners.add(listener);
      return () => void roomListeners.delete(listener);
    },
    subscribe(options) {
      refuseOptions(checkFields(options, FIELDS, LISTENING, ['whenSlow']), 'runtime.subscribe');
      const { whenSlow } = options;
      const queue = createEventQueue(now, inProgress);
      const member: Member = { queue, whenSlow, lost: 0 };
      members.add(member);
      const unlisten = listenBeside((body, time) => {
        queue.push(body, time);
        dropOldest(member);
      });
      const close = (): void => {
        if (!members.delete(member)) return;
        unlisten();
        queue.end();
        notifyRoom();
      };
      return {
        get lost() {
          return member.lost;
        },
        close,
        [Symbol.asyncIterator]: () => ({
          next() {
            const event = queue.next();
            if (whenSlow === 'wait') notifyRoom();
            return event;
          },
          return() {
            close();
            return Promise.resolve({ done: true as const, value: undefined });
          },
        }),
      };
    },
  };
}

function dropOldest(member: Member): void {
  const { queue, whenSlow } = member;
  if (typeof whenSlow !== 'object') return;
  while (queue.unread() > whenSlow.buffer) {
    // It is available, so take it at once.
    void queue.next();
    member.lost += 1;
  }
}

/**
 * A run's queue whose events the listeners of the engine hear as well.
 * @param named the same queue, where the events get the name of their agent
 */
export function heardBy(
  queue: EventQueue,
  named: Pick<EventQueue, 'push' | 'pushState'>,
  others: Subscriptions,
): EventQueue {
  return {
    push(body, time) {
      named.push(body, time);
      others.push(body, time);
    },
    pushState(call, status, time) {
      named.pushState(call, status, time);
      others.pushState(call, status, time);
    },
    pushInProgress() {
      queue.pushInProgress();
      others.pushInProgress();
    },
    end: (error) => queue.end(error),
    unread: () => queue.unread(),
    next: () => queue.next(),
  };
}

import type { Call } from './call.ts';
import type { CallStatus } from './state.ts';
import type { RunEvent, RunEventBody } from './events.ts';

/**
 * Events on their way to one reader. Nothing is lost but progress and the set of running calls, of which a slow reader
 * sees the latest: they wait in place and are replaced there.
 */
export interface EventQueue {
  /** @param time when it happened. Default: now */
  push(body: RunEventBody, time?: number): void;
  /** The most frequent event, made at once in its final form. */
  pushState(call: Call, status: CallStatus, time: number): void;
  /** Says that the set of running calls has changed: it is told as it is when the reader comes to it. */
  pushInProgress(): void;
  /** Nothing follows; an error is thrown to the reader once it has read everything else. */
  end(error?: unknown): void;
  /** Events that were not read yet. */
  unread(): number;
  next(): Promise<IteratorResult<RunEvent, undefined>>;
}

/** Stands where the set of running calls will be told. */
interface InProgressMark {
  readonly type: 'in-progress-mark';
  readonly sequence: number;
  readonly time: number;
}

/** A class for the same reason as `Call`: a slow reader leaves many of these waiting. */
class CallStateEvent implements Extract<RunEvent, { type: 'call-state' }> {
  readonly type = 'call-state';
  readonly status: CallStatus;
  readonly attempt: number;
  readonly callId: string;
  readonly messageId: string;
  readonly toolName: string;
  readonly parentCallId: string | undefined;
  readonly sequence: number;
  readonly time: number;

  constructor(call: Call, status: CallStatus, sequence: number, time: number) {
    this.status = status;
    this.attempt = call.attempt.number;
    this.callId = call.id;
    this.messageId = call.group.messageId;
    this.toolName = call.name;
    this.parentCallId = call.parent?.id;
    this.sequence = sequence;
    this.time = time;
  }
}

/** @param inProgress makes the event of the running calls */
export function createEventQueue(now: () => number, inProgress: () => RunEventBody): EventQueue {
  let waitingEvents: (RunEvent | InProgressMark)[] = [];
  let from = 0;
  let sequence = 0;
  let hasEnded = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  let isInProgressWaiting = false;
  /** Where the latest progress of a call waits. */
  const progressAt = new Map<string, number>();

  const add = (event: RunEvent | InProgressMark): void => {
    waitingEvents.push(event);
    wake?.();
    wake = undefined;
  };

  const take = (): RunEvent | undefined => {
    const event = waitingEvents[from];
    if (event === undefined) return undefined;
    from += 1;
    if (from === waitingEvents.length) {
      waitingEvents = [];
      from = 0;
      progressAt.clear();
    } else if (from >= 256 && from * 2 > waitingEvents.length) compact();
    if (event.type === 'in-progress-mark') {
      isInProgressWaiting = false;
      return { ...inProgress(), sequence: event.sequence, time: event.time };
    }
    const key = progressKey(event);
    if (key !== undefined) progressAt.delete(key);
    return event;
  };

  /** Lets go of what was read by a reader that is always a little behind. */
  const compact = (): void => {
    waitingEvents = waitingEvents.slice(from);
    for (const [key, index] of progressAt) {
      if (index < from) progressAt.delete(key);
      else progressAt.set(key, index - from);
    }
    from = 0;
  };

  const takeOrEnd = (): IteratorResult<RunEvent, undefined> | undefined => {
    const event = take();
    if (event !== undefined) return { done: false, value: event };
    if (failure !== undefined) {
      const { error } = failure;
      failure = undefined;
      throw error;
    }
    return hasEnded ? { done: true, value: undefined } : undefined;
  };

  const waitForNext = async (): Promise<IteratorResult<RunEvent, undefined>> => {
    for (;;) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      const result = takeOrEnd();
      if (result !== undefined) return result;
    }
  };

  return {
    push(body, time = now()) {
      if (hasEnded) return;
      const key = progressKey(body);
      const index = key === undefined ? undefined : progressAt.get(key);
      const waiting = index === undefined ? undefined : waitingEvents[index];
      if (index !== undefined && waiting !== undefined) {
        const place = { sequence: waiting.sequence, time };
        const isCounted = body.type === 'progress' && waiting.type === 'progress';
        waitingEvents[index] = isCounted
          ? { ...body, dropped: waiting.dropped + 1, ...place }
          : { ...body, ...place };
        return;
      }
      if (key !== undefined) progressAt.set(key, waitingEvents.length);
      add({ ...body, sequence: (sequence += 1), time });
    },
    pushState(call, status, time) {
      if (hasEnded) return;
      add(new CallStateEvent(call, status, (sequence += 1), time));
    },
    pushInProgress() {
      if (hasEnded || isInProgressWaiting) return;
      isInProgressWaiting = true;
      add({ type: 'in-progress-mark', sequence: (sequence += 1), time: now() });
    },
    end(error) {
      if (hasEnded) return;
      hasEnded = true;
      if (error !== undefined) failure = { error };
      wake?.();
      wake = undefined;
    },
    unread: () => waitingEvents.length - from,
    next() {
      try {
        const result = takeOrEnd();
        return result === undefined ? waitForNext() : Promise.resolve(result);
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };
}

/** Whose progress it is; undefined: it is none. */
function progressKey(body: RunEventBody): string | undefined {
  if (body.type === 'progress') return `${body.messageId} ${body.callId}`;
  if (body.type !== 'hook' || body.status !== 'progress') return undefined;
  return JSON.stringify([body.messageId, body.callId, body.event, body.hook, body.place]);
}

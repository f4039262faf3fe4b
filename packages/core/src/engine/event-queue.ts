import type { Call } from './call.ts';
import type { CallStatus } from './state.ts';
import type { RunEvent, RunEventBody } from './events.ts';

/**
 * Events on their way to one reader. Nothing is lost except progress and the set of running calls, of which a slow reader sees the
 * latest: they wait in place and are replaced there.
 */
export interface EventQueue {
  /** @param time when it happened. Default: now */
  push(body: RunEventBody, time?: number): void;
  /** The most frequent event, created at once in its final form. */
  pushState(call: Call, status: CallStatus, time: number): void;
  /** Marks that the set of running calls has changed: its current value is delivered when the reader gets to it. */
  pushInProgress(): void;
  /** No more events; an error is thrown to the reader after it has read everything else. */
  end(error?: unknown): void;
  /** Number of unread events. */
  unread(): number;
  next(): Promise<IteratorResult<RunEvent, undefined>>;
}

/** Marks where the set of running calls is delivered. */
interface InProgressMark {
  readonly type: 'in-progress-mark';
  readonly sequence: number;
  readonly time: number;
}

/** A class for the same reason as `Call`: a slow reader leaves many of these waiting. */
export class CallStateEvent implements Extract<RunEvent, { type: 'call-state' }> {
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

/** @param inProgress creates the event of the running calls */
export function createEventQueue(now: () => number, inProgress: () => RunEventBody): EventQueue {
  return new ReaderQueue(now, inProgress);
}

class ReaderQueue implements EventQueue {
  readonly #now: () => number;
  readonly #inProgress: () => RunEventBody;
  #waiting: (RunEvent | InProgressMark)[] = [];
  #from = 0;
  #sequence = 0;
  #hasEnded = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;
  #isInProgressWaiting = false;
  /** Index at which the latest progress of a call waits. */
  readonly #progressAt = new Map<string, number>();

  constructor(now: () => number, inProgress: () => RunEventBody) {
    this.#now = now;
    this.#inProgress = inProgress;
  }

  push(body: RunEventBody, time = this.#now()): void {
    if (this.#hasEnded) return;
    const key = progressKey(body);
    const index = key === undefined ? undefined : this.#progressAt.get(key);
    const waiting = index === undefined ? undefined : this.#waiting[index];
    if (index !== undefined && waiting !== undefined) {
      const place = { sequence: waiting.sequence, time };
      const isCounted = body.type === 'progress' && waiting.type === 'progress';
      this.#waiting[index] = isCounted
        ? { ...body, dropped: waiting.dropped + 1, ...place }
        : { ...body, ...place };
      return;
    }
    if (key !== undefined) this.#progressAt.set(key, this.#waiting.length);
    this.#add({ ...body, sequence: (this.#sequence += 1), time });
  }

  pushState(call: Call, status: CallStatus, time: number): void {
    if (this.#hasEnded) return;
    this.#add(new CallStateEvent(call, status, (this.#sequence += 1), time));
  }

  pushInProgress(): void {
    if (this.#hasEnded || this.#isInProgressWaiting) return;
    this.#isInProgressWaiting = true;
    this.#add({ type: 'in-progress-mark', sequence: (this.#sequence += 1), time: this.#now() });
  }

  end(error?: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (error !== undefined) this.#failure = { error };
    this.#wakeReader();
  }

  unread(): number {
    return this.#waiting.length - this.#from;
  }

  next(): Promise<IteratorResult<RunEvent, undefined>> {
    try {
      const result = this.#takeOrEnd();
      return result === undefined ? this.#waitForNext() : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #add(event: RunEvent | InProgressMark): void {
    this.#waiting.push(event);
    this.#wakeReader();
  }

  #wakeReader(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #take(): RunEvent | undefined {
    const event = this.#waiting[this.#from];
    if (event === undefined) return undefined;
    this.#from += 1;
    if (this.#from === this.#waiting.length) {
      this.#waiting = [];
      this.#from = 0;
      this.#progressAt.clear();
    } else if (this.#from >= 256 && this.#from * 2 > this.#waiting.length) this.#compact();
    if (event.type === 'in-progress-mark') {
      this.#isInProgressWaiting = false;
      return { ...this.#inProgress(), sequence: event.sequence, time: event.time };
    }
    const key = progressKey(event);
    if (key !== undefined) this.#progressAt.delete(key);
    return event;
  }

  /** Frees what was read by a reader that is always slightly behind. */
  #compact(): void {
    this.#waiting = this.#waiting.slice(this.#from);
    for (const [key, index] of this.#progressAt) {
      if (index < this.#from) this.#progressAt.delete(key);
      else this.#progressAt.set(key, index - this.#from);
    }
    this.#from = 0;
  }

  #takeOrEnd(): IteratorResult<RunEvent, undefined> | undefined {
    const event = this.#take();
    if (event !== undefined) return { done: false, value: event };
    if (this.#failure !== undefined) {
      const { error } = this.#failure;
      this.#failure = undefined;
      throw error;
    }
    return this.#hasEnded ? { done: true, value: undefined } : undefined;
  }

  async #waitForNext(): Promise<IteratorResult<RunEvent, undefined>> {
    for (;;) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const result = this.#takeOrEnd();
      if (result !== undefined) return result;
    }
  }
}

/** Whose progress it is; undefined if it isn't progress. */
function progressKey(body: RunEventBody): string | undefined {
  if (body.type === 'progress') return `${body.messageId} ${body.callId}`;
  if (body.type !== 'hook' || body.status !== 'progress') return undefined;
  return JSON.stringify([body.messageId, body.callId, body.event, body.hook, body.place]);
}

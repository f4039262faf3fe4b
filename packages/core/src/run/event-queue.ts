import type { RunEvent, RunEventBody } from './events.ts';

/**
 * Events on their way to one reader. Nothing is lost but progress and the set of running calls, of which a slow reader
 * sees the latest: they wait in place and are replaced there.
 */
export interface EventQueue {
  push(body: RunEventBody): void;
  /** Puts an event at the end whose body is made when it is read; a second before that changes nothing. */
  pushLatest(key: 'in-progress', make: () => RunEventBody): void;
  end(error?: unknown): void;
  next(): Promise<IteratorResult<RunEvent, undefined>>;
  readonly isIdle: boolean;
}

interface Slot {
  readonly time: number;
  body: RunEventBody | (() => RunEventBody);
}

export function createEventQueue(now: () => number): EventQueue {
  let slots: Slot[] = [];
  let from = 0;
  let sequence = 0;
  let hasEnded = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const progressOf = new Map<string, Slot>();
  const latest = new Map<string, Slot>();

  const add = (body: Slot['body']): Slot => {
    const slot: Slot = { time: now(), body };
    slots.push(slot);
    if (wake !== undefined) {
      const resolve = wake;
      wake = undefined;
      resolve();
    }
    return slot;
  };

  const take = (): RunEvent | undefined => {
    const slot = slots[from];
    if (slot === undefined) return undefined;
    from += 1;
    if (from === slots.length) {
      slots = [];
      from = 0;
    } else if (from > 4096 && from * 2 > slots.length) {
      slots = slots.slice(from);
      from = 0;
    }
    let { body } = slot;
    if (typeof body === 'function') {
      latest.clear();
      body = body();
    } else if (body.type === 'progress') {
      const key = keyOf(body);
      if (progressOf.get(key) === slot) progressOf.delete(key);
    }
    sequence += 1;
    return { ...body, sequence, time: slot.time };
  };

  return {
    push(body) {
      if (hasEnded) return;
      if (body.type !== 'progress') {
        add(body);
        return;
      }
      const key = keyOf(body);
      const waiting = progressOf.get(key);
      if (waiting !== undefined && typeof waiting.body !== 'function' && waiting.body.type === 'progress') {
        waiting.body = { ...body, dropped: waiting.body.dropped + 1 };
      } else progressOf.set(key, add(body));
    },
    pushLatest(key, make) {
      if (hasEnded || latest.has(key)) return;
      latest.set(key, add(make));
    },
    end(error) {
      if (hasEnded) return;
      hasEnded = true;
      if (error !== undefined) failure = { error };
      wake?.();
      wake = undefined;
    },
    async next() {
      for (;;) {
        const event = take();
        if (event !== undefined) return { done: false, value: event };
        if (failure !== undefined) throw failure.error;
        if (hasEnded) return { done: true, value: undefined };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    get isIdle() {
      return from === slots.length;
    },
  };
}

function keyOf(body: { readonly messageId: string; readonly callId: string }): string {
  return `${body.messageId} ${body.callId}`;
}

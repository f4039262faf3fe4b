import { asError } from '@sluice/base';
import type { AgentStopped, CancelReason } from '../data/outcome.ts';
import type { Call } from '../engine/call.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import type { Engine } from '../engine/engine.ts';
import { createEventQueue, type EventQueue } from '../engine/event-queue.ts';
import type { RunEvent, RunEventBody } from '../engine/events.ts';
import type { FeedItem } from '../data/feed.ts';
import { inProgress } from '../engine/in-progress.ts';
import { namedEvents } from './named-events.ts';
import { createMessage, type Message, type MessageStart } from './message.ts';
import { heardBy } from '../engine/subscriptions.ts';

/** How far a run reads ahead of the message being run. */
const MAX_MESSAGES_AHEAD = 64;
/** How many unread events stop a run from taking more from its feed. */
const MAX_UNREAD_EVENTS = 1024;

/** Why a run is interrupted. */
export type RunInterrupt = 'user-message' | 'user-cancel' | 'shutdown' | AgentStopped;

/**
 * One run: read its events to the end. Leaving the loop early shuts the run down. With many unread events, the run takes nothing more
 * from its feed, so don't wait for the end of the feed before you read.
 */
export interface Run extends AsyncIterable<RunEvent> {
  /**
   * `user-message` lets running tools with `block` finish; `user-cancel`, `shutdown` and `{kind: 'stopped', message}` stop all. The
   * message, a clause, tells the model and the journal why.
   */
  interrupt(reason: RunInterrupt): void;
  /** Retracts the message that is being added. */
  discard(): void;
  /** What runs now, and whether any, all or which of it can be interrupted. */
  inProgress(): Extract<RunEventBody, { type: 'in-progress' }>;
}

/** What a runtime's runs share: its engine, the order of its calls, and who gives ids to messages. */
export interface RunContext {
  readonly engine: Engine;
  readonly scheduler: Scheduler<Call>;
  readonly nextMessageId: () => string;
}

/**
 * Runs what a feed delivers, message after message. `feed` may be an array of complete items. An error thrown by the feed ends the open
 * message as if it had been truncated, and is thrown to the reader at the end.
 */
export function startRun(context: RunContext, feed: Iterable<FeedItem> | AsyncIterable<FeedItem>): Run {
  const run = new FeedRun(context);
  // A complete message is there at once: an interrupt right after the start finds its calls.
  if (Array.isArray(feed)) for (const item of feed) run.take(item);
  const source = iteratorOf(Array.isArray(feed) ? [] : feed);
  void run.pump(source);
  return {
    interrupt: (reason) => run.interrupt(typeof reason === 'string' ? { kind: reason } : reason),
    discard: () => run.discard(),
    inProgress: () => inProgress(context.engine.schedule.running),
    [Symbol.asyncIterator]() {
      return {
        next: () => run.next(),
        async return() {
          await run.leave(source);
          return { done: true as const, value: undefined };
        },
      };
    },
  };
}

class FeedRun {
  readonly #context: RunContext;
  readonly #engine: Engine;
  readonly #queue: EventQueue;
  readonly #unlisten: readonly ((() => void) | undefined)[];
  readonly #messages: Message[] = [];
  #onRoom: (() => void) | undefined;
  #hasFeedEnded = false;
  #hasLeft = false;
  /** A hook has stopped the run: anything fed from then on is not run. */
  #isStopped = false;
  #failure: unknown;
  /** The id that the feed has assigned to the message that it starts. */
  #announced: string | undefined;

  constructor(context: RunContext) {
    const { engine } = context;
    const { announcements, subscriptions } = engine.events;
    this.#context = context;
    this.#engine = engine;
    const queue = createEventQueue(
      () => engine.ports.clock.now(),
      () => inProgress(engine.schedule.running),
    );
    const named = namedEvents(queue, engine.agent.identity);
    this.#queue = heardBy(queue, named, subscriptions);
    this.#unlisten = [
      announcements?.listen((event, time) => named.push(event, time)),
      subscriptions.onRoom(() => this.#makeRoom()),
    ];
  }

  take(item: FeedItem): void {
    switch (item.type) {
      case 'message-start':
        this.#announced = item.messageId;
        break;
      case 'call':
        this.#openMessage(item).add(item);
        break;
      case 'message-end':
        this.#announced = undefined;
        this.#openOne()?.close(item);
        break;
      case 'interrupt':
        this.interrupt({ kind: item.reason });
        break;
      case 'discard':
        this.discard();
        break;
      case 'problem': {
        const { code, message, line } = item;
        this.#queue.push({ type: 'error', code, message, callId: undefined, line });
        break;
      }
      default:
        item satisfies never;
    }
  }

  async pump(source: AsyncIterator<FeedItem>): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await source.next();
        if (done === true || this.#hasLeft) break;
        this.take(value);
        while (this.#isFarAhead()) await this.#room();
      }
    } catch (error) {
      this.#failure = asError(error);
    }
    this.#hasFeedEnded = true;
    this.#closeLast();
    if (!this.#hasLeft) this.#recover();
    this.#endIfDone();
  }

  interrupt(reason: CancelReason): void {
    const message = reason.kind === 'stopped' ? { message: reason.message } : {};
    this.#engine.ports.journal.write({ type: 'interrupt', reason: reason.kind, ...message });
    for (const message of this.#messages) message.interrupt(reason);
  }

  discard(): void {
    this.#openOne()?.discard();
  }

  next(): Promise<IteratorResult<RunEvent, undefined>> {
    const event = this.#queue.next();
    this.#makeRoom();
    return event;
  }

  /** The reader has left: nothing more is taken up, running calls are stopped, and the feed is closed. */
  async leave(source: AsyncIterator<FeedItem>): Promise<void> {
    this.#hasLeft = true;
    this.interrupt({ kind: 'shutdown' });
    this.#closeLast();
    try {
      void Promise.resolve(source.return?.()).catch(() => {});
    } catch {
      // A feed that can't be closed is left alone.
    }
    while (this.#messages.length > 0) await this.#room();
    this.#end();
  }

  /** The message that is being added. */
  #openOne(): Message | undefined {
    const last = this.#messages.at(-1);
    return last?.isClosed() === true ? undefined : last;
  }

  #openMessage(first: Extract<FeedItem, { type: 'call' }>): Message {
    const open = this.#openOne();
    if (open !== undefined) return open;
    if (this.#announced !== undefined) {
      const id = this.#announced;
      this.#announced = undefined;
      this.#recover();
      const message = this.#engine.suspended.takeMessage(id);
      if (message !== undefined) return this.#enqueue({ id, resumed: { message, isFedAgain: true } });
      return this.#enqueue({ id, isNew: true });
    }
    const { remaining } = this.#engine.resume;
    const journaled = first.id === undefined ? undefined : remaining?.takeMatching(first.id, first.name);
    if (journaled !== undefined)
      return this.#enqueue({ id: journaled.messageId, resumed: { message: journaled, isFedAgain: true } });
    this.#recover();
    return this.#enqueue({ id: this.#context.nextMessageId() });
  }

  #enqueue(start: Omit<MessageStart, 'queue' | 'scheduler' | 'onDone'>): Message {
    const message = createMessage(this.#engine, {
      ...start,
      scheduler: this.#context.scheduler,
      queue: this.#queue,
      onDone: (isLast) => this.#messageDone(isLast),
    });
    this.#messages.push(message);
    if (this.#isStopped) message.interrupt({ kind: 'shutdown' });
    if (this.#messages.length === 1) message.goLive();
    return message;
  }

  /** Messages of a resumed session that no one has fed again get their results now, before anything new. */
  #recover(): void {
    for (const journaled of this.#engine.resume.remaining?.takeUnfinished() ?? []) {
      const message = this.#enqueue({
        id: journaled.messageId,
        resumed: { message: journaled, isFedAgain: false },
      });
      for (const { callId, name, input } of journaled.calls) {
        const text = 'text' in input ? input.text : '';
        message.add({ type: 'call', id: callId, name, inputText: text });
      }
      message.close({ stopReason: undefined, lastBlockIsCall: false });
    }
  }

  #messageDone(isLast: boolean): void {
    this.#messages.shift();
    if (isLast && !this.#isStopped) {
      this.#isStopped = true;
      this.interrupt({ kind: 'shutdown' });
    }
    this.#onRoom?.();
    this.#messages[0]?.goLive();
    this.#endIfDone();
  }

  /** The feed says no more: what it left open ends as if it had been cut off. */
  #closeLast(): void {
    this.take({ type: 'message-end', stopReason: undefined, lastBlockIsCall: false });
  }

  #endIfDone(): void {
    if (this.#hasFeedEnded && this.#messages.length === 0) this.#end(this.#failure);
  }

  #end(error?: unknown): void {
    for (const unlisten of this.#unlisten) unlisten?.();
    this.#queue.end(error);
  }

  #isFarAhead(): boolean {
    return (
      this.#messages.length > MAX_MESSAGES_AHEAD ||
      this.#queue.unread() > MAX_UNREAD_EVENTS ||
      this.#engine.events.subscriptions.mustWait()
    );
  }

  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  #makeRoom(): void {
    if (!this.#hasLeft && !this.#isFarAhead()) this.#onRoom?.();
  }
}

function iteratorOf(feed: Iterable<FeedItem> | AsyncIterable<FeedItem>): AsyncIterator<FeedItem> {
  return Symbol.asyncIterator in feed ? feed[Symbol.asyncIterator]() : deliver(feed);
}

async function* deliver(items: Iterable<FeedItem>): AsyncGenerator<FeedItem> {
  for (const item of items) yield item;
}

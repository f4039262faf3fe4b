import type { CancelReason } from '../data/outcome.ts';
import type { Call } from '../engine/call.ts';
import type { Scheduler } from '../schedule/scheduler.ts';
import type { Engine } from '../engine/engine.ts';
import { createEventQueue } from '../engine/event-queue.ts';
import type { RunEvent, RunEventBody } from '../engine/events.ts';
import type { FeedItem } from '../data/feed.ts';
import { inProgress } from '../engine/in-progress.ts';
import { namedEvents } from './named-events.ts';
import { createMessage, type Message } from './message.ts';
import { heardBy } from '../engine/subscriptions.ts';

/** How far a run reads ahead of the message that is being carried out. */
const MAX_MESSAGES_AHEAD = 64;
/** How far a run gets ahead of its reader before it takes no more from its feed. */
const MAX_UNREAD_EVENTS = 1024;

/**
 * One run: read its events to the end. Leaving the loop early shuts the run down. With many events unread, the run takes
 * nothing more from its feed, so don't wait for the end of the feed before you read.
 */
export interface Run extends AsyncIterable<RunEvent> {
  /** `user-message` lets running tools finish that say so; `user-cancel` and `shutdown` stop all. */
  interrupt(reason: 'user-message' | 'user-cancel' | 'shutdown'): void;
  /** Takes back the message that is being added. */
  discard(): void;
  /** What runs now, and whether any, all or which of it can be interrupted. */
  inProgress(): Extract<RunEventBody, { type: 'in-progress' }>;
}

/**
 * Carries out what a feed delivers, message after message. `feed` may be an array of items that is already whole. An
 * error thrown by the feed ends the open message as if it had been cut off, and is thrown to the reader at the end.
 */
export function startRun(
  engine: Engine,
  scheduler: Scheduler<Call>,
  nextMessageId: () => string,
  feed: Iterable<FeedItem> | AsyncIterable<FeedItem>,
): Run {
  const unnamed = createEventQueue(
    () => engine.ports.clock.now(),
    () => inProgress(engine.schedule.running),
  );
  const own = namedEvents(unnamed, engine.agent.identity);
  const queue = heardBy(own, engine.events.subscriptions);
  const unlisten = engine.events.announcements?.listen((event, time) => own.push(event, time));
  const ignoreRoom = engine.events.subscriptions.onRoom(() => makeRoom());
  const end = (error?: unknown): void => {
    unlisten?.();
    ignoreRoom();
    queue.end(error);
  };
  const messages: Message[] = [];
  let onRoom: (() => void) | undefined;
  let hasFeedEnded = false;
  let hasLeft = false;
  /** A hook has stopped the run: what is fed from then on is not carried out. */
  let isStopped = false;
  let failure: unknown;
  /** The id that the feed has given to the message that it begins. */
  let announced: string | undefined;

  const openMessage = (first?: Extract<FeedItem, { type: 'call' }>): Message => {
    const last = messages.at(-1);
    if (last !== undefined && !last.isClosed()) return last;
    if (announced !== undefined) {
      const id = announced;
      announced = undefined;
      recover();
      return enqueue(id, undefined, true);
    }
    const journaled =
      first?.id === undefined ? undefined : engine.resume.remaining?.takeMatching(first.id, first.name);
    if (journaled !== undefined)
      return enqueue(journaled.messageId, { message: journaled, isFedAgain: true });
    recover();
    return enqueue(nextMessageId());
  };

  const enqueue = (id: string, resumed?: Parameters<typeof createMessage>[5], isNew = false): Message => {
    const message = createMessage(engine, id, scheduler, queue, onMessageDone, resumed, isNew);
    messages.push(message);
    if (isStopped) message.interrupt({ kind: 'shutdown' });
    if (messages.length === 1) message.goLive();
    return message;
  };

  /** Messages of a resumed session that nobody has fed again get their results now, before anything new. */
  const recover = (): void => {
    for (const journaled of engine.resume.remaining?.takeUnfinished() ?? []) {
      const message = enqueue(journaled.messageId, { message: journaled, isFedAgain: false });
      for (const { callId, name, input } of journaled.calls) {
        const text = 'text' in input ? input.text : '';
        message.add({ type: 'call', id: callId, name, inputText: text });
      }
      message.close({ stopReason: undefined, lastBlockIsCall: false });
    }
  };

  const onMessageDone = (isLast: boolean): void => {
    messages.shift();
    if (isLast && !isStopped) {
      isStopped = true;
      interrupt({ kind: 'shutdown' });
    }
    onRoom?.();
    messages[0]?.goLive();
    endIfDone();
  };

  const endIfDone = (): void => {
    if (hasFeedEnded && messages.length === 0) end(failure);
  };

  const interrupt = (reason: CancelReason): void => {
    engine.ports.journal.write({ type: 'interrupt', reason: reason.kind });
    for (const message of messages) message.interrupt(reason);
  };

  const discard = (): void => {
    const last = messages.at(-1);
    if (last !== undefined && !last.isClosed()) last.discard();
  };

  const take = (item: FeedItem): void => {
    switch (item.type) {
      case 'message-start':
        announced = item.messageId;
        break;
      case 'call':
        openMessage(item).add(item);
        break;
      case 'message-end': {
        announced = undefined;
        const last = messages.at(-1);
        if (last !== undefined && !last.isClosed()) last.close(item);
        break;
      }
      case 'interrupt':
        interrupt({ kind: item.reason });
        break;
      case 'discard':
        discard();
        break;
      case 'problem':
        queue.push({
          type: 'error',
          code: item.code,
          message: item.message,
          callId: undefined,
          line: item.line,
        });
        break;
      default:
        item satisfies never;
    }
  };

  const isFarAhead = (): boolean =>
    messages.length > MAX_MESSAGES_AHEAD ||
    queue.unread() > MAX_UNREAD_EVENTS ||
    engine.events.subscriptions.mustWait();
  const makeRoom = (): void => {
    if (!hasLeft && !isFarAhead()) onRoom?.();
  };

  const source = iteratorOf(Array.isArray(feed) ? [] : feed);
  const pump = async (): Promise<void> => {
    try {
      for (;;) {
        const { done, value } = await source.next();
        if (done === true || hasLeft) break;
        take(value);
        while (isFarAhead()) {
          await new Promise<void>((resolve) => {
            onRoom = resolve;
          });
        }
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    hasFeedEnded = true;
    take({ type: 'message-end', stopReason: undefined, lastBlockIsCall: false });
    if (!hasLeft) recover();
    endIfDone();
  };
  // A finished message is there at once: an interrupt right after the start finds its calls.
  if (Array.isArray(feed)) for (const item of feed) take(item);
  void pump();

  /** The reader has gone: nothing more is taken up, what runs is stopped, and the feed is told. */
  const leave = async (): Promise<void> => {
    hasLeft = true;
    interrupt({ kind: 'shutdown' });
    take({ type: 'message-end', stopReason: undefined, lastBlockIsCall: false });
    try {
      void Promise.resolve(source.return?.()).catch(() => {});
    } catch {
      // A feed that can't be told that nobody reads it is left alone.
    }
    while (messages.length > 0) {
      await new Promise<void>((resolve) => {
        onRoom = resolve;
      });
    }
    end();
  };

  return {
    interrupt: (kind) => interrupt({ kind }),
    discard,
    inProgress: () => inProgress(engine.schedule.running),
    [Symbol.asyncIterator]() {
      return {
        next() {
          const event = queue.next();
          makeRoom();
          return event;
        },
        async return() {
          await leave();
          return { done: true as const, value: undefined };
        },
      };
    },
  };
}

function iteratorOf(feed: Iterable<FeedItem> | AsyncIterable<FeedItem>): AsyncIterator<FeedItem> {
  return Symbol.asyncIterator in feed ? feed[Symbol.asyncIterator]() : deliver(feed);
}

async function* deliver(items: Iterable<FeedItem>): AsyncGenerator<FeedItem> {
  for (const item of items) yield item;
}

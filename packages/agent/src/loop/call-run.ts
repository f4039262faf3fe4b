import type { FeedItem, Run, RunEvent, Runtime } from '@sluice/core';

type CallItem = Extract<FeedItem, { type: 'call' }>;
type MessageEvent = Extract<RunEvent, { type: 'message' }>;

/** The calls of one message of the model, carried out while it is still being written. */
export interface CallRun {
  /** Begins as soon as nothing stands against it. */
  add(call: CallItem): void;
  /** The message is whole; answers when all of its results are there. Undefined: it had no call that a result can be paired with. */
  close(stopReason: string, lastBlockIsCall: boolean): Promise<MessageEvent | undefined>;
  /** The message is taken back. Answers with what the model must know of effects that had already happened. */
  discard(): Promise<string | undefined>;
  interrupt(reason: 'user-message' | 'user-cancel' | 'shutdown'): void;
}

/** @param tell awaited for each event, so that a slow reader holds back progress and nothing else */
export function createCallRun(
  runtime: Pick<Runtime, 'run'>,
  messageId: string,
  tell: (event: RunEvent) => Promise<void>,
): CallRun {
  const feed = createFeed();
  let run: Run | undefined;
  let reading: Promise<void> | undefined;
  let message: MessageEvent | undefined;
  let note: string | undefined;

  async function read(events: Run): Promise<void> {
    for await (const event of events) {
      if (event.type === 'message' && event.messageId === messageId) message = event;
      else if (event.type === 'discarded' && event.messageId === messageId) ({ note } = event);
      await tell(event);
    }
  }

  return {
    add(call) {
      if (run === undefined) {
        feed.push({ type: 'message-start', messageId });
        run = runtime.run(feed);
        reading = read(run);
        // Whoever closes or discards waits for it; until then a failure is nobody's.
        reading.catch(() => {});
      }
      feed.push(call);
    },
    async close(stopReason, lastBlockIsCall) {
      if (run === undefined) return undefined;
      feed.push({ type: 'message-end', stopReason, lastBlockIsCall });
      feed.end();
      await reading;
      return message;
    },
    async discard() {
      if (run === undefined) return undefined;
      feed.push({ type: 'discard' });
      feed.end();
      await reading;
      return note;
    },
    // A call that the engine has not taken yet would begin after the interrupt.
    interrupt: (reason) => feed.whenTaken(() => run?.interrupt(reason)),
  };
}

interface Feed extends AsyncIterable<FeedItem> {
  push(item: FeedItem): void;
  end(): void;
  /** Calls back once the reader has taken all that was pushed: now, where it has. */
  whenTaken(act: () => void): void;
}

function createFeed(): Feed {
  const items: FeedItem[] = [];
  let hasEnded = false;
  let wake: (() => void) | undefined;
  let isReading = false;
  let acts: (() => void)[] = [];
  const taken = (): void => {
    isReading = false;
    const now = acts;
    acts = [];
    for (const act of now) act();
  };
  return {
    push(item) {
      items.push(item);
      wake?.();
    },
    end() {
      hasEnded = true;
      wake?.();
    },
    whenTaken(act) {
      if (items.length === 0 && !isReading) act();
      else acts.push(act);
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) {
          isReading = true;
          yield item;
          continue;
        }
        taken();
        if (hasEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

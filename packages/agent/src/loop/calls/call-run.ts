import type { FeedItem, Run, RunEvent, RunInterrupt, Runtime } from '@sluice/core';

type CallItem = Extract<FeedItem, { type: 'call' }>;
type MessageEvent = Extract<RunEvent, { type: 'message' }>;

/** Runs the calls of one assistant message while it is still streaming. */
export interface CallRun {
  /** Starts the call as soon as nothing blocks it. */
  add(call: CallItem): void;
  /**
   * The message is complete; resolves when all of its results are available. Undefined: no call could be
   * paired with a result.
   */
  close(stopReason: string, lastBlockIsCall: boolean): Promise<MessageEvent | undefined>;
  /** The message is discarded. Resolves with what the model must know about effects that already happened. */
  discard(): Promise<string | undefined>;
  interrupt(reason: RunInterrupt): void;
}

/** @param tell awaited for each event, so a slow reader delays progress and nothing else */
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
        // Awaited by `close` and `discard`; until then, the rejection has no handler.
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
    // Otherwise, a call that the engine has not taken yet would start after the interrupt.
    interrupt: (reason) => feed.whenTaken(() => run?.interrupt(reason)),
  };
}

interface Feed extends AsyncIterable<FeedItem> {
  push(item: FeedItem): void;
  end(): void;
  /** Calls back once the reader has taken everything that was pushed; immediately if it already has. */
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

/** Merges items from several sources for one reader. */
export interface Channel<Item extends object> extends AsyncIterable<Item> {
  /** Never waits; for sources with few items. */
  push(item: Item): void;
  /** Waits while the reader is far behind; for sources that support backpressure. */
  room(): Promise<void>;
  end(failure?: { readonly error: unknown }): void;
}

/** Unread items allowed before sources have to wait. */
const MAX_AHEAD = 256;

/** @param onLeave called when the reader leaves before the end */
export function createChannel<Item extends object>(onLeave: () => Promise<void>): Channel<Item> {
  let items: Item[] = [];
  let next = 0;
  let ended: { readonly failure: { readonly error: unknown } | undefined } | undefined;
  let wake: (() => void) | undefined;
  let makeRoom: (() => void)[] = [];
  let hasLeft = false;
  const isFar = (): boolean => items.length - next >= MAX_AHEAD;

  function letGo(): void {
    const waiting = makeRoom;
    makeRoom = [];
    for (const go of waiting) go();
  }

  function clear(): void {
    items = [];
    next = 0;
  }

  function take(): Item | undefined {
    const item = items[next];
    next += 1;
    if (next >= items.length) clear();
    if (!isFar()) letGo();
    return item;
  }

  async function step(): Promise<IteratorResult<Item, undefined>> {
    for (;;) {
      const item = take();
      if (item !== undefined) return { done: false, value: item };
      if (ended?.failure !== undefined) throw ended.failure.error;
      if (ended !== undefined || hasLeft) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    push(item) {
      if (ended !== undefined || hasLeft) return;
      items.push(item);
      wake?.();
    },
    room: () =>
      isFar() && ended === undefined
        ? new Promise<void>((resolve) => void makeRoom.push(resolve))
        : Promise.resolve(),
    end(failure) {
      ended ??= { failure };
      letGo();
      wake?.();
    },
    [Symbol.asyncIterator]: () => ({
      next: step,
      async return() {
        hasLeft = true;
        clear();
        letGo();
        await onLeave();
        return { done: true as const, value: undefined };
      },
    }),
  };
}

/**
 * Reads a feed's items as soon as they arrive, however slowly they are consumed: an answer must not wait behind calls
 * that are waiting for it. Items that were read but not consumed are held in memory.
 */
export async function* readAhead<Item>(
  feed: AsyncIterable<Item>,
  onEnd: () => void,
): AsyncGenerator<Item, void, undefined> {
  const items: Item[] = [];
  let hasEnded = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const source = feed[Symbol.asyncIterator]();
  const read = async (): Promise<void> => {
    try {
      for (let step = await source.next(); step.done !== true; step = await source.next()) {
        items.push(step.value);
        wake?.();
      }
    } catch (error) {
      failure = { error };
    }
    hasEnded = true;
    onEnd();
    wake?.();
  };
  void read();
  const isWaiting = (): boolean => items.length === 0 && !hasEnded;
  try {
    for (;;) {
      while (isWaiting()) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (items.length === 0) break;
      yield* items.splice(0);
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    // Not awaited: it would wait for an item that never comes.
    source.return?.()?.catch(() => {});
  }
}

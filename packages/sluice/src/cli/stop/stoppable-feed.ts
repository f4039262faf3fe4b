/**
 * A feed's items until `signal` aborts; then it ends immediately, even while waiting for an item that may never come.
 */
export async function* stoppable<Item>(
  feed: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  const items = feed[Symbol.asyncIterator]();
  let stopWaiting: (() => void) | undefined;
  const onAbort = (): void => stopWaiting?.();
  // Not `Promise.race`, which would leak a reaction on a long-lived promise for each item.
  const next = (): Promise<IteratorResult<Item, unknown> | 'stopped'> =>
    new Promise((resolve, reject) => {
      stopWaiting = () => resolve('stopped');
      items.next().then(resolve, reject);
    });
  signal.addEventListener('abort', onAbort, { once: true });
  let isExhausted = false;
  try {
    while (!signal.aborted) {
      const step = await next();
      if (step === 'stopped') return;
      if (step.done === true) {
        isExhausted = true;
        return;
      }
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: it would wait for an item that never comes.
    if (!isExhausted) items.return?.().catch(() => {});
  }
}

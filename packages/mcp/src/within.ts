/** Waits for `work`, but no longer than `ms`, and not after `signal` is aborted. Rejects only if `work` does. */
export async function within(
  ms: number,
  signal: AbortSignal | undefined,
  work: Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const onAbort = (): void => resolve();
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) resolve();
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

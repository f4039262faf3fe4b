/** What `wait` comes to. Undefined: `signal` was aborted first. Rejects only if `wait` does. */
export async function untilAborted<Value>(
  wait: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  if (signal.aborted) return undefined;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const onAbort = (): void => resolve(undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([wait, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

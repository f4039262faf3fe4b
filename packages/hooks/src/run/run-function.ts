import { errorText, MAX_TIMER_MS } from '@sluice/base';
import { isJsonObject } from '@sluice/core';
import type { FunctionHandler } from '../read/hook-handler.ts';

/** The result of calling a function. */
export type FunctionRun =
  | { readonly status: 'returned'; readonly value: unknown }
  | { readonly status: 'threw'; readonly message: string }
  /** It continues, and no one is waiting for it anymore. */
  | { readonly status: 'timed-out'; readonly afterMs: number }
  | { readonly status: 'cancelled' };

/** Calls a function of the program with the input that a command would read. */
export async function runFunction(
  { run, timeoutMs }: Pick<FunctionHandler, 'run' | 'timeoutMs'>,
  text: string,
  signal: AbortSignal | undefined,
): Promise<FunctionRun> {
  const input: unknown = JSON.parse(text);
  if (!isJsonObject(input)) return { status: 'threw', message: 'the event is not a JSON object' };
  return runLimited((over) => run(input, { signal: over }), timeoutMs, signal);
}

/** A function can't be killed: its signal is aborted, and anything it does later is ignored. */
export async function runLimited(
  call: (signal: AbortSignal) => unknown,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<FunctionRun> {
  if (signal?.aborted === true) return { status: 'cancelled' };
  const controller = new AbortController();
  const { promise: given, resolve: giveUp } = Promise.withResolvers<FunctionRun>();
  const end = (end: FunctionRun): void => {
    giveUp(end);
    controller.abort();
  };
  const cancel = (): void => end({ status: 'cancelled' });
  const timer = setTimeout(
    () => end({ status: 'timed-out', afterMs: timeoutMs }),
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  signal?.addEventListener('abort', cancel, { once: true });
  const called = (async (): Promise<FunctionRun> => {
    try {
      return { status: 'returned', value: await call(controller.signal) };
    } catch (error) {
      return { status: 'threw', message: errorText(error) };
    }
  })();
  try {
    return await Promise.race([given, called]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

import { MAX_TIMER_MS } from '@sluice/base';
import type { CommandRequest, StopReason } from './command.ts';
import { DEFAULT_OUTPUT_LIMIT } from './end-limits.ts';

/** The limits of a running command. */
interface StopWatch {
  /** The first reason to end the command; stays pending if there is none. */
  readonly reason: Promise<StopReason>;
  /** Removes every timer and listener. */
  release(): void;
}

const POLL_MS = 250;
const POLLS_PER_REPORT = 4;

/** Watches signals (none aborted yet), time and output size; none of its timers keeps a program alive. */
export function watchForStop(
  request: CommandRequest,
  signals: readonly AbortSignal[],
  readBytes: () => number,
): StopWatch {
  const { timeoutMs, onOutput } = request;
  const limitBytes = request.maxOutputBytes ?? DEFAULT_OUTPUT_LIMIT;
  const { promise, resolve } = Promise.withResolvers<StopReason>();

  const onAbort = (): void => {
    resolve({ status: 'cancelled', reason: signals.find((signal) => signal.aborted)?.reason });
  };
  for (const signal of signals) signal.addEventListener('abort', onAbort);

  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => resolve({ status: 'timed-out', afterMs: timeoutMs }),
          Math.min(timeoutMs, MAX_TIMER_MS),
        ).unref();

  let polls = 0;
  let reported = 0;
  const poll = setInterval(() => {
    const bytes = readBytes();
    if (bytes > limitBytes) resolve({ status: 'output-limit', limitBytes });
    polls += 1;
    if (onOutput === undefined || polls % POLLS_PER_REPORT !== 0 || bytes === reported) return;
    reported = bytes;
    onOutput(bytes);
  }, POLL_MS).unref();

  return {
    reason: promise,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      clearInterval(poll);
    },
  };
}

import { MAX_TIMER_MS } from '@sluice/base';
import type { CommandRequest, StopReason } from '../command.ts';
import { DEFAULT_OUTPUT_LIMIT } from './end-limits.ts';

/** The limits of a running command. */
interface StopWatch {
  /** The first reason to end the command; stays pending if there is none. */
  readonly reason: Promise<StopReason>;
  /** Removes every timer and listener. */
  release(): void;
}

/** How often a growing output is measured; one that does not grow is measured less often, down to once in `REPORT_MS`. */
const POLL_MS = 250;
const REPORT_MS = 1000;

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

  let pauseMs = POLL_MS;
  let measured = 0;
  let reported = 0;
  let sinceReportMs = 0;
  let poll: NodeJS.Timeout;
  const measure = (): void => {
    const bytes = readBytes();
    if (bytes > limitBytes) resolve({ status: 'output-limit', limitBytes });
    sinceReportMs += pauseMs;
    pauseMs = bytes === measured ? Math.min(REPORT_MS, 2 * pauseMs) : POLL_MS;
    measured = bytes;
    poll = setTimeout(measure, pauseMs).unref();
    if (onOutput === undefined || sinceReportMs < REPORT_MS || bytes === reported) return;
    reported = bytes;
    sinceReportMs = 0;
    onOutput(bytes);
  };
  poll = setTimeout(measure, pauseMs).unref();

  return {
    reason: promise,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      clearTimeout(poll);
    },
  };
}

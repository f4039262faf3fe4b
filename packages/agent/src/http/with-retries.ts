import type { Clock, ModelEvent, ModelFailure } from '@sluice/core';
import { ABORTED, seconds } from './failures.ts';
import { retryDelay } from './retry-delay.ts';
import { wait } from './wait.ts';

export interface RetryOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** 0: never retry. The default is in `providers/request-limits.ts`. */
  readonly maxRetries: number;
  /** If a server asks for a longer wait than this, its failure is returned instead. Default: there too. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Retries a failure that may be temporary, as long as no part of the response has arrived: a client never
 * sees part of one response followed by another.
 */
export async function* withRetries(
  ask: () => AsyncIterable<ModelEvent>,
  { clock, random, maxRetries, maxWaitMs, signal }: RetryOptions,
): AsyncGenerator<ModelEvent, void, undefined> {
  for (let attempt = 1; ; attempt += 1) {
    let failure: ModelFailure | undefined;
    let hasBegun = false;
    for await (const event of ask()) {
      if (event.type === 'failed' && !hasBegun) {
        failure = event.failure;
        break;
      }
      hasBegun = true;
      yield event;
    }
    if (failure === undefined) return;
    if (signal.aborted) failure = ABORTED;
    const limit = Math.min(maxRetries, failure.maxRetries ?? maxRetries);
    if (!failure.isRetryable || attempt > limit) {
      yield { type: 'failed', failure: attempt > 1 ? afterRetries(failure, attempt - 1) : failure };
      return;
    }
    if ((failure.retryAfterMs ?? 0) > maxWaitMs) {
      yield { type: 'failed', failure: tooLongAWait(failure, maxWaitMs) };
      return;
    }
    const delayMs = retryDelay(attempt, failure.retryAfterMs, random());
    yield { type: 'retry', attempt, maxRetries: limit, delayMs, failure };
    if (!(await wait(delayMs, clock, signal))) {
      yield { type: 'failed', failure: ABORTED };
      return;
    }
  }
}

function afterRetries(failure: ModelFailure, retries: number): ModelFailure {
  if (failure.kind === 'aborted') return failure;
  const times = retries === 1 ? 'once' : `${retries} times`;
  return { ...failure, message: `${failure.message} (Retried ${times}.)` };
}

function tooLongAWait(failure: ModelFailure, maxWaitMs: number): ModelFailure {
  const asked = seconds(failure.retryAfterMs ?? 0);
  const message = `${failure.message} The server asks to wait ${asked}, longer than the limit of ${seconds(maxWaitMs)} (SLUICE_MAX_RETRY_WAIT_MS).`;
  return { ...failure, message };
}

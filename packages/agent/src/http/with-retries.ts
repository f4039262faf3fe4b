import type { Clock, ModelEvent, ModelFailure } from '@sluice/core';
import { ABORTED, seconds } from './failures.ts';
import { retryDelay } from './retry-delay.ts';
import { wait } from './wait.ts';

export interface RetryOptions {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** 0: never asked again. */
  readonly maxRetries: number;
  /** A server that asks for a longer wait than this gets none: its failure is told. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks again where a failure may pass and nothing of the answer has come: what a client has seen of an answer is never
 * followed by another one.
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
  return { ...failure, message: `${failure.message} (Asked again ${times}.)` };
}

function tooLongAWait(failure: ModelFailure, maxWaitMs: number): ModelFailure {
  const asked = seconds(failure.retryAfterMs ?? 0);
  const message = `${failure.message} The server asks to wait ${asked}; up to ${seconds(maxWaitMs)} are waited (SLUICE_MAX_RETRY_WAIT_MS).`;
  return { ...failure, message };
}

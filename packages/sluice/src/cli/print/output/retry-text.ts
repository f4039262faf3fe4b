import { durationText, type ModelFailure, type ModelFailureKind } from '@sluice/core';

/** A retry of the model request, for the user: `the server is overloaded; asked again in 8 s (2 of 10)`. */
export function retryText({
  failure,
  delayMs,
  attempt,
  maxRetries,
}: {
  readonly failure: ModelFailure;
  readonly delayMs: number;
  readonly attempt: number;
  readonly maxRetries: number;
}): string {
  const why = (WHYS[failure.kind] ?? failure.message).replace(/\.$/, '');
  return `${why}; retrying in ${durationText(delayMs)} (${attempt} of ${maxRetries})`;
}

const WHYS: Readonly<Partial<Record<ModelFailureKind, string>>> = {
  'rate-limit': 'the rate limit was reached',
  overloaded: 'the server is overloaded',
  server: 'the server failed',
  timeout: 'the server timed out',
  'stream-cut': 'the response was cut off',
};

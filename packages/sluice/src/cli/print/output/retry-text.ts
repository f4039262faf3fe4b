import { durationText, type ModelFailure, type ModelFailureKind } from '@sluice/core';

/** That the model is asked again, for a person: `the server is overloaded; asked again in 8 s (2 of 10)`. */
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
  const why = WHYS[failure.kind] ?? failure.message;
  return `${why}; asked again in ${durationText(delayMs)} (${attempt} of ${maxRetries})`;
}

const WHYS: Readonly<Partial<Record<ModelFailureKind, string>>> = {
  'rate-limit': 'the server wants to be asked less often',
  overloaded: 'the server is overloaded',
  server: 'the server failed',
  timeout: 'the server took too long',
  'stream-cut': 'the answer broke off',
};

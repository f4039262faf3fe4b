import type { ModelFailure } from '@sluice/core';

/** Never shown as an error: the caller that aborted knows why. */
export const ABORTED: ModelFailure = {
  kind: 'aborted',
  message: 'The request was aborted.',
  isRetryable: false,
};

export function timedOut(message: string): ModelFailure {
  return { kind: 'timeout', message, isRetryable: true };
}

export function cannotBeSent(message: string): ModelFailure {
  return { kind: 'invalid-request', message, isRetryable: false };
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

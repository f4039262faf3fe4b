import type { ModelFailure } from '@sluice/core';

/** The message is not whole and nothing more comes. */
export function streamCut(message = 'The stream ended before its message was whole.'): ModelFailure {
  return { kind: 'stream-cut', message, isRetryable: true };
}

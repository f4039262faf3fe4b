import type { ModelFailure } from '@sluice/core';

/** The message is incomplete, and nothing more will arrive. */
export function streamCut(message = 'The stream ended before its message was complete.'): ModelFailure {
  return { kind: 'stream-cut', message, isRetryable: true };
}

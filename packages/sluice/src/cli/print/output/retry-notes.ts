import type { AgentEvent } from '@sluice/agent';
import { retryText } from './retry-text.ts';

/** Shorter waits, which no one would notice, are reported only with `showsAll`. */
const LONG_WAIT_MS = 5000;
/** How often a response that breaks off is retried. */
export const MAX_STREAM_RETRIES = 3;

/** Reports that the model request is retried, so that the program doesn't appear to hang. */
export function retryNotes(
  event: AgentEvent,
  { showsAll }: { readonly showsAll: boolean },
): readonly string[] {
  const retry =
    event.type === 'retracted'
      ? { ...event, maxRetries: MAX_STREAM_RETRIES }
      : event.type === 'model' && event.event.type === 'retry'
        ? event.event
        : undefined;
  if (retry === undefined || (!showsAll && retry.delayMs <= LONG_WAIT_MS)) return [];
  return [retryText(retry)];
}

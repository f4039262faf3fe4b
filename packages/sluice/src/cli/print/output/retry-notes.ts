import type { AgentEvent } from '@sluice/agent';
import { retryText } from './retry-text.ts';

/** Waits that nobody would notice are not told, unless all is. */
const LONG_WAIT_MS = 5000;
/** How often an answer that breaks off is asked for again. */
export const MAX_STREAM_RETRIES = 3;

/** That the model is asked again, for whoever would sit before a silent program: in a line, or in none. */
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

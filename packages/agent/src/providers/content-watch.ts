import type { Clock, JsonValue, ModelEvent, ModelFailure } from '@sluice/core';
import { seconds } from '../http/failures.ts';

/**
 * Detects an answer that consists only of keep-alives: a server may send pings and empty chunks forever
 * without anyone noticing. Checked at each chunk; a stream with no chunks at all is detected elsewhere.
 */
export interface ContentWatch {
  /** Part of the answer has arrived, and its reader has taken it. */
  heard(): void;
  /** The failure to report if no content has arrived for too long. */
  failure(): ModelFailure | undefined;
}

export interface ContentPatience {
  readonly clock: Clock;
  readonly limitMs: number;
  /** Who answers, for the user. */
  readonly from: string;
}

export function createContentWatch({ clock, limitMs, from }: ContentPatience): ContentWatch {
  let last = clock.now();
  return {
    heard() {
      last = clock.now();
    },
    failure() {
      if (clock.now() - last < limitMs) return undefined;
      const message = `${from} has sent no content for ${seconds(limitMs)}, only keep-alive signals. If the model needs longer, set SLUICE_STREAM_CONTENT_TIMEOUT_MS (milliseconds).`;
      return { kind: 'stream-cut', message, isRetryable: true };
    },
  };
}

/** Whether an event brings content, rather than just announcing it. */
export function isContent(event: ModelEvent): boolean {
  switch (event.type) {
    case 'retry':
    case 'problem':
      return false;
    case 'block-delta':
      return saysSomething(event.delta);
    default:
      return true;
  }
}

function saysSomething(delta: Extract<ModelEvent, { type: 'block-delta' }>['delta']): boolean {
  switch (delta.type) {
    case 'text':
    case 'thinking':
      return delta.text !== '';
    case 'input':
      return delta.json !== '';
    case 'opaque':
      return Object.entries(delta.delta).some(([key, value]) => key !== 'type' && !isEmpty(value));
    default:
      return delta satisfies never;
  }
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

import type { ModelEvent, ModelFailure } from '@sluice/core';

/** Follows the answers of one server: each event of each, in order. */
export interface BrokenStreams {
  /** A request is about to be sent. */
  begin(isStreamed: boolean): void;
  take(event: ModelEvent): ModelEvent;
}

/**
 * An answer is asked for as a whole where its streams have broken off. A server that refuses that as well has a reason of its
 * own for it: what is to be mended is the stream, which is told first.
 */
export function createBrokenStreams(): BrokenStreams {
  let broken: ModelFailure | undefined;
  let isStreamed = true;
  let hasBegun = false;
  return {
    begin(now) {
      isStreamed = now;
      hasBegun = false;
    },
    take(event) {
      if (event.type === 'message-end') broken = undefined;
      if (event.type !== 'failed') {
        hasBegun ||= event.type !== 'retry';
        return event;
      }
      const { failure } = event;
      if (isStreamed) {
        broken = hasBegun && failure.kind !== 'aborted' ? failure : undefined;
        return event;
      }
      if (broken === undefined || OWN.has(failure.kind)) return event;
      const isSame = failure.message === broken.message;
      const how = isSame ? 'in the same way.' : `too: ${failure.message}`;
      const message = `${broken.message} Asked for as a whole, the answer failed ${how}`;
      return { type: 'failed', failure: { ...broken, message, isRetryable: false } };
    },
  };
}

/** Somebody acts on these kinds. */
const OWN: ReadonlySet<string> = new Set(['aborted', 'too-long']);

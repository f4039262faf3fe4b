import type { ModelEvent, ModelFailure } from '@sluice/core';

/** Tracks the events of each answer from one server, in order. */
interface BrokenStreams {
  /** A request is about to be sent. */
  begin(isStreamed: boolean): void;
  take(event: ModelEvent): ModelEvent;
}

/**
 * After its streams break off, an answer is requested whole. If the server rejects that too, the broken
 * stream is still the problem to fix, so it is reported first.
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
      const message = `${broken.message} Retried without streaming, it failed ${how}`;
      return { type: 'failed', failure: { ...broken, message, isRetryable: false } };
    },
  };
}

/** These kinds are handled elsewhere. */
const OWN: ReadonlySet<string> = new Set(['aborted', 'too-long']);

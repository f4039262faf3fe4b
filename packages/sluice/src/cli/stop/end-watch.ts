import type { RunEvent } from '@sluice/core';
import type { StopCause } from './stop.ts';

type MessageEnd = Extract<StopCause, { readonly kind: 'hook' | 'declined' }>;

/** Records what ended a message early: a call that the user declined, or a hook. */
interface EndWatch {
  /** Must receive every event, in order. */
  take(event: RunEvent): void;
  /** Why this message's remaining calls are not executed; undefined: no reason was reported. */
  of(messageId: string): MessageEnd | undefined;
}

export function createEndWatch(): EndWatch {
  let declined: { readonly messageId: string; readonly end: MessageEnd } | undefined;
  let ended: MessageEnd | undefined;
  return {
    take(event) {
      if (event.type === 'tool-result') {
        const { messageId, outcome, toolName } = event;
        if (outcome.code === 'denied' && outcome.endsTurn === true)
          declined = { messageId, end: { kind: 'declined', toolName } };
      } else if (event.type === 'message' && event.stop !== undefined) {
        const isDeclined = declined?.messageId === event.messageId;
        ended ??= isDeclined ? declined?.end : { kind: 'hook', reason: event.stop.reason };
      }
    },
    of: (messageId) => ended ?? (declined?.messageId === messageId ? declined.end : undefined),
  };
}

import type { RunEvent } from '@sluice/core';
import type { StopCause } from './stop.ts';

type MessageEnd = Extract<StopCause, { readonly kind: 'hook' | 'declined' }>;

/** Knows what has ended a message, and with it all that was to come: a call that a person declined, or a hook. */
export interface EndWatch {
  /** Takes every event, in order. */
  take(event: RunEvent): void;
  /** What calls of this message, from here on, are not carried out for; undefined: nothing that was told. */
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

import type { ModelEvent, StopReason } from '@sluice/core';

/** The output of a decoder: model events, plus, with the last ones of a message, what only a feed needs. */
export type DecodedEvent =
  | Exclude<ModelEvent, { type: 'retry' | 'block-cut' | 'message-end' | 'failed' }>
  | (Extract<ModelEvent, { type: 'block-cut' }> & {
      /** It was still open when its message ended or failed; the next events report that. */
      readonly isAtEnd: boolean;
    })
  | (Extract<ModelEvent, { type: 'message-end' }> & SaidStop)
  | (Extract<ModelEvent, { type: 'failed' }> &
      SaidStop & {
        /** The 1-based input line at which the message failed, if known. */
        readonly line: number | undefined;
      });

interface SaidStop {
  /** The stop reason, if the stream gave one. */
  readonly said: StopReason | undefined;
}

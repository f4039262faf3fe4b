import type { ModelEvent, StopReason } from '@sluice/core';

/** What a decoder gives: the events of a model, and with the last ones of a message what only a feed asks for. */
export type DecodedEvent =
  | Exclude<ModelEvent, { type: 'retry' | 'block-cut' | 'message-end' | 'failed' }>
  | (Extract<ModelEvent, { type: 'block-cut' }> & {
      /** It was open when its message ended or failed, of which the next events tell. */
      readonly isAtEnd: boolean;
    })
  | (Extract<ModelEvent, { type: 'message-end' }> & SaidStop)
  | (Extract<ModelEvent, { type: 'failed' }> &
      SaidStop & {
        /** The 1-based line of the input at which the message failed, where one is known. */
        readonly line: number | undefined;
      });

interface SaidStop {
  /** The stop reason, if the stream gave one. */
  readonly said: StopReason | undefined;
}

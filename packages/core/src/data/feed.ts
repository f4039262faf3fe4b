import type { CallInput } from './given-input.ts';

/** One step of a message as a model makes it. Decoders of any stream format yield these. */
export type FeedItem =
  /** The calls that follow belong to a message with this id; without it the engine assigns one. Ids are used once in a session. */
  | { readonly type: 'message-start'; readonly messageId: string }
  | ({
      readonly type: 'call';
      /** Undefined if the stream gave none: an `error` event, since no result could be paired. */
      readonly id: string | undefined;
      readonly name: string;
    } & CallInput)
  /** The message is complete. With `max_tokens` the last block does not run unless it already has. */
  | {
      readonly type: 'message-end';
      readonly stopReason: string | undefined;
      readonly lastBlockIsCall: boolean;
    }
  | { readonly type: 'interrupt'; readonly reason: 'user-message' | 'user-cancel' }
  /** The stream failed and is retried: what this message added so far is retracted. */
  | { readonly type: 'discard' }
  /** Something in the input can't be used; the run continues. `line` starts at 1, if the format has lines. */
  | {
      readonly type: 'problem';
      readonly code: FeedProblemCode;
      readonly message: string;
      readonly line: number | undefined;
    };

export type FeedProblemCode =
  | 'not-json'
  | 'not-a-message'
  | 'line-too-long'
  | 'unknown-event'
  | 'stream-error'
  | 'stream-cut'
  | 'no-open-request'
  | 'missing-id';

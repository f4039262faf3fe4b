import type { CallInput } from './given-input.ts';

/** One step of a message as a model makes it. A decoder of any stream format yields these. */
export type FeedItem =
  /** The calls that follow belong to a message of this id; without it the engine gives one. Ids are used once in a session. */
  | { readonly type: 'message-start'; readonly messageId: string }
  | ({
      readonly type: 'call';
      /** Undefined when the stream gave none: an `error` event, since no result could be paired. */
      readonly id: string | undefined;
      readonly name: string;
    } & CallInput)
  /** The message is whole. With `max_tokens` the last block does not run unless it already has. */
  | {
      readonly type: 'message-end';
      readonly stopReason: string | undefined;
      readonly lastBlockIsCall: boolean;
    }
  | { readonly type: 'interrupt'; readonly reason: 'user-message' | 'user-cancel' }
  /** The stream failed and is asked again: what this message added so far is taken back. */
  | { readonly type: 'discard' }
  /** Something in the input can't be used; the run goes on. `line` is 1-based where the format has lines. */
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

import type { JsonObject } from '../tool/json.ts';
import type { OutcomeCode } from '../call/outcome.ts';

/** Text that stands in the entry when it is short, else in the store, written before the entry. */
export type JournalText = { readonly text: string } | { readonly path: string; readonly bytes: number };

interface Base {
  /** Schema of this line; a reader sets aside what it does not know. */
  readonly v: 1;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
}

/** One line of the journal (DESIGN.md 7). Calls are paired by message: `messageId` and `callId` together. */
export type JournalEntry = Base &
  (
    | { readonly type: 'session'; readonly sessionId: string; readonly cwd: string }
    | {
        readonly type: 'received';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        readonly name: string;
        /** The input as JSON text. */
        readonly input: JournalText;
      }
    | {
        readonly type: 'started';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        /** May be run again after a crash. */
        readonly isIdempotent: boolean;
      }
    | {
        readonly type: 'settled';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        readonly outcome: OutcomeCode;
        readonly isError: boolean;
        /** The content of the `tool_result` as JSON text. */
        readonly content: JournalText;
        readonly record: JsonObject;
        /** Retracted: settled here, absent from the message to the model. */
        readonly discarded?: true;
      }
    | {
        /** All results of the message have gone to the model, in the order of their `received` lines. */
        readonly type: 'message';
        readonly messageId: string;
      }
    | {
        /** What the model sees instead of the settled content, for good: the message's budget, a reference, the session's bound. */
        readonly type: 'replaced';
        readonly messageId: string;
        readonly callId: string;
        readonly content: JournalText;
      }
    | { readonly type: 'interrupt'; readonly reason: string }
    /** The message was retracted: its results go to no model. */
    | { readonly type: 'discarded'; readonly messageId: string }
    /** For the model, after a retracted message: effects that had already happened. */
    | { readonly type: 'note'; readonly messageId: string; readonly text: string }
  );

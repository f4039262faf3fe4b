import type { OpenAskedCall } from './open-asked-call.ts';
import type { HookProgram } from '../hook/hooks.ts';
import type { CallStatus } from './state.ts';
import type { Outcome } from '../data/outcome.ts';
import type { CallRecord } from './record.ts';
import type { CallInquiry } from '../permission/ask/inquiry.ts';
import type { HookSaid } from '../data/hook-said.ts';
import type { TextBlock, ToolResultBlock } from '../data/content.ts';
import type { JsonObject } from '../data/json.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { FeedProblemCode } from '../data/feed.ts';

interface Base {
  /** Increases by one within a run, in the order of delivery; together with the run it identifies the event. */
  readonly sequence: number;
  /** The clock's milliseconds. */
  readonly time: number;
  /** Of a child agent. Absent: the main one. */
  readonly agentId?: string;
  readonly agentType?: string;
}

interface OfCall {
  readonly callId: string;
  readonly messageId: string;
  readonly toolName: string;
  /** The call that made this one, for a nested call. */
  readonly parentCallId: string | undefined;
}

interface OfHook {
  /** Identifies this run of it in all its events. */
  readonly runId: string;
  readonly event: string;
  readonly hook: string;
  /** `file:line`, if it is defined in one. */
  readonly place: string | undefined;
  /** Undefined: it is about no message, or about a call that is known by its id alone. */
  readonly messageId: string | undefined;
  /** Undefined: it is about the message as a whole, or about the session. */
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

/** Every event of a run, the same for both feeds. A closed union: a reader may switch on `type` exhaustively. */
export type RunEvent = Base & RunEventBody;

export type RunEventBody =
  /** A call has changed its status. `attempt` starts at 1; more than 1 means that it had to restart. */
  | ({ readonly type: 'call-state'; readonly status: CallStatus; readonly attempt: number } & OfCall)
  /** From a running tool. For a slow reader the latest of each call wins; `dropped` counts those it replaced. */
  | ({ readonly type: 'progress'; readonly data: unknown; readonly dropped: number } & OfCall)
  /** A call waits for an answer. Sent again, with the same `requestId`, if its reason or suggestions have changed meanwhile. */
  | ({ readonly type: 'permission-request'; readonly request: CallInquiry } & OfCall)
  | ({ readonly type: 'permission-withdrawn'; readonly requestId: string } & OfCall)
  /** A call's one result, in call order within its message, as soon as order allows. */
  | ({
      readonly type: 'tool-result';
      readonly result: ToolResultBlock;
      readonly outcome: Outcome;
      /** For programs that show the call: the tool's own view of its output. */
      readonly clientView: unknown;
      readonly metadata: JsonObject | undefined;
      readonly record: CallRecord;
      /** Retracted with its stream: not part of the message to the model. */
      readonly isDiscarded: boolean;
    } & OfCall)
  /** All calls of one message have settled: its results, within its budget, and what hooks and tools add. */
  | {
      readonly type: 'message';
      readonly messageId: string;
      /** Ready to send: the results, then `spoken`, each text marked with its source. */
      readonly message: {
        readonly role: 'user';
        readonly content: readonly (ToolResultBlock | TextBlock)[];
      };
      /** Only the results. */
      readonly results: readonly ToolResultBlock[];
      /** What follows the results in `message`, before it is marked: messages that tools add, then what hooks and the program add. */
      readonly spoken: readonly SpokenText[];
      /** The texts of `spoken`. */
      readonly additionalContext: readonly string[];
      /** A hook, or a person who declined without feedback, wants the loop to end here. */
      readonly stop: { readonly reason: string } | undefined;
      /** Its one call is deferred (`defersCalls`): the placeholder for its result goes to no model, and is not in the journal. */
      readonly deferredCallId?: string;
      /** Calls that are suspended, or wait behind one that is: as above, nothing of this message goes to a model yet. */
      readonly suspended?: readonly OpenAskedCall[];
    }
  /** The message was retracted. */
  | {
      readonly type: 'discarded';
      readonly messageId: string;
      /** Results that had already been delivered. */
      readonly handedOut: readonly string[];
      /** For the model, before it is called again: effects that had already happened. Undefined if there were none. */
      readonly note: string | undefined;
    }
  /** The set of running calls has changed; a slow reader sees the latest. */
  | {
      readonly type: 'in-progress';
      readonly calls: readonly { readonly callId: string; readonly isInterruptible: boolean }[];
      readonly interruptible: 'none' | 'some' | 'all';
    }
  /** A hook starts, makes progress or ends; those of one event run in parallel. */
  | ({
      readonly type: 'hook';
      readonly status: 'started';
      /** What a user is shown meanwhile. */
      readonly statusMessage: string | undefined;
    } & OfHook)
  /** It has run for a second, with the end of what it has written; for a slow reader the latest of each hook wins. */
  | ({
      readonly type: 'hook';
      readonly status: 'progress';
      readonly elapsedMs: number;
      readonly stdout: string;
      readonly stderr: string;
    } & OfHook)
  | ({
      readonly type: 'hook';
      readonly status: 'ended';
      readonly outcome: 'ok' | 'failed' | 'timed-out' | 'cancelled';
      readonly durationMs: number;
      readonly said: HookSaid;
      /** For the user's terminal, if there is one; harmless. */
      readonly terminalSequence: string | undefined;
      /** Undefined: the hook is a function or a server, continues in the background, or threw. */
      readonly program: HookProgram | undefined;
    } & OfHook)
  /** The combined result of all hooks of an event that is not about a call, such as the end of the agent's work. */
  | {
      readonly type: 'hook-summary';
      readonly event: string;
      /** Number of hooks that ran. */
      readonly count: number;
      /** For the user, one sentence each: what hooks said, and what went wrong. */
      readonly infos: readonly string[];
      readonly errors: readonly string[];
      /** A hook returned `"continue": false`. */
      readonly preventedContinuation: boolean;
      /** Why a hook wants to stop, or forbids what was about to happen. */
      readonly reason: string | undefined;
    }
  /** For the user: a notice that isn't an error. */
  | {
      readonly type: 'notice';
      readonly code: NoticeCode;
      readonly message: string;
      readonly callId: string | undefined;
    }
  /** Something in the input can't be used. */
  | {
      readonly type: 'error';
      readonly code: FeedProblemCode | 'duplicate-id';
      readonly message: string;
      readonly callId: string | undefined;
      readonly line: number | undefined;
    };

export type NoticeCode =
  | 'journal-unwritable'
  | 'store-unwritable'
  | 'large-result'
  | 'hook-failed'
  | 'hook-message'
  | 'undeclared-context-change'
  | 'context-change-failed'
  | 'input-coerced'
  | 'conflict-wait-over'
  | 'tool-declaration-failed'
  | 'resumed-with-other-input'
  | 'permission-not-kept'
  | 'option-ignored';

/** Events of a run that don't belong to a call. */
export type SessionEvent = Extract<RunEventBody, { readonly type: 'hook' | 'hook-summary' }>;

export type RunEventType = RunEventBody['type'];

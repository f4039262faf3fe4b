import type { HookProgram } from '../hook/hooks.ts';
import type { CallStatus } from './state.ts';
import type { Outcome } from '../data/outcome.ts';
import type { CallRecord } from './record.ts';
import type { CallInquiry } from '../permission/inquiry.ts';
import type { HookSaid } from '../data/hook-said.ts';
import type { TextBlock, ToolResultBlock } from '../data/content.ts';
import type { JsonObject } from '../data/json.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { FeedProblemCode } from '../data/feed.ts';

interface Base {
  /** Counts up by one within a run, in the order of delivery; with the run it is the event's id. */
  readonly sequence: number;
  /** The clock's milliseconds. */
  readonly time: number;
  /** Of an agent that another has opened. Absent: the main one. */
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
  /** Of this run of it alone: the same in all that is told of it. */
  readonly runId: string;
  readonly event: string;
  readonly hook: string;
  /** `file:line`, where it stands in one. */
  readonly place: string | undefined;
  /** Undefined: it is about no message, or about a call that is known by its id alone. */
  readonly messageId: string | undefined;
  /** Undefined: it is about the message as a whole, or about the session. */
  readonly callId: string | undefined;
  readonly toolName: string | undefined;
}

/** Everything that a run may say, the same for both feeds. A closed union: a reader may switch on `type` exhaustively. */
export type RunEvent = Base & RunEventBody;

export type RunEventBody =
  /** A call has changed its status. `attempt` counts from 1; more than 1 means that it had to begin again. */
  | ({ readonly type: 'call-state'; readonly status: CallStatus; readonly attempt: number } & OfCall)
  /** From a tool at work. For a slow reader the latest of each call wins; `dropped` counts those it replaced. */
  | ({ readonly type: 'progress'; readonly data: unknown; readonly dropped: number } & OfCall)
  /** A call waits for an answer. Said again, with the same `requestId`, when its reason or suggestions have changed meanwhile. */
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
      /** Taken back with its stream: not part of the message to the model. */
      readonly isDiscarded: boolean;
    } & OfCall)
  /** All calls of one message have settled: its results, within its budget, and what hooks and tools add. */
  | {
      readonly type: 'message';
      readonly messageId: string;
      /** Ready to send: the results, then `spoken`, each text marked as whose it is. */
      readonly message: {
        readonly role: 'user';
        readonly content: readonly (ToolResultBlock | TextBlock)[];
      };
      /** The results alone. */
      readonly results: readonly ToolResultBlock[];
      /** What follows the results in `message`, before it is marked: messages that tools add, then what hooks and the program add. */
      readonly spoken: readonly SpokenText[];
      /** The texts of `spoken`. */
      readonly additionalContext: readonly string[];
      /** A hook, or a person who declined without a word, wants the loop to end here. */
      readonly stop: { readonly reason: string } | undefined;
      /** Its one call is put off (`defersCalls`): what stands for its result goes to no model, and the journal has none. */
      readonly deferredCallId?: string;
    }
  /** The message was retracted. */
  | {
      readonly type: 'discarded';
      readonly messageId: string;
      /** Results that had already been handed out. */
      readonly handedOut: readonly string[];
      /** For the model, before it is asked again: effects that had already happened. Undefined when there were none. */
      readonly note: string | undefined;
    }
  /** The set of running calls has changed; a slow reader sees the latest. */
  | {
      readonly type: 'in-progress';
      readonly calls: readonly { readonly callId: string; readonly isInterruptible: boolean }[];
      readonly interruptible: 'none' | 'some' | 'all';
    }
  /** A hook begins, is at work or ends; those of one event run side by side. */
  | ({
      readonly type: 'hook';
      readonly status: 'started';
      /** What a person is shown meanwhile. */
      readonly statusMessage: string | undefined;
    } & OfHook)
  /** It has run for a second, and the end of what it has written; for a slow reader the latest of each hook wins. */
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
      /** For the person's terminal, where there is one; harmless. */
      readonly terminalSequence: string | undefined;
      /** Undefined: the hook is a function or a server, goes on in the background, or threw. */
      readonly program: HookProgram | undefined;
    } & OfHook)
  /** What all hooks of an event came to together that is about no call, such as the end of the agent's work. */
  | {
      readonly type: 'hook-summary';
      readonly event: string;
      /** Hooks that ran. */
      readonly count: number;
      /** For the person, a sentence each: what hooks had to say, and what went wrong. */
      readonly infos: readonly string[];
      readonly errors: readonly string[];
      /** A hook has said `"continue": false`. */
      readonly preventedContinuation: boolean;
      /** Why a hook wants an end, or forbids what was to happen. */
      readonly reason: string | undefined;
    }
  /** For the person: something to know that is no one's error. */
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

/** What happens beside all calls of a run. */
export type SessionEvent = Extract<RunEventBody, { readonly type: 'hook' | 'hook-summary' }>;

export type RunEventType = RunEventBody['type'];

import type { JsonObject } from '../data/json.ts';
import type { OutcomeCode } from '../data/outcome.ts';
import type { PermissionMode } from '../data/permission-mode.ts';
import type { ModelUsage } from './model.ts';
import type { HookSaid } from '../data/hook-said.ts';

/** Text stored in the entry if it is short, else in the store, written before the entry. */
export type JournalText = { readonly text: string } | { readonly path: string; readonly bytes: number };

/**
 * What a program or a hook was shown of a call in addition to the model: the same as the model, the JSON of the model's text, or the same
 * as the program; something that isn't JSON; something too long to store next to its sources; or JSON text.
 */
export type JournalView =
  | 'model'
  | 'model-as-json'
  | 'client'
  | 'no-json'
  | 'long'
  | { readonly text: string };

/** A file before a call wrote it. */
export interface PreImage {
  /** Hex SHA-256. */
  readonly hash: string;
  readonly bytes: number;
  /** Permission bits, including set-user-id, set-group-id and sticky. */
  readonly mode: number;
  /** In the store. */
  readonly path: string;
}

interface Base {
  /** Schema of this line; a reader sets aside what it does not know. */
  readonly v: 1;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
}

/** One line of the journal (DESIGN.md 7). Calls are identified by `messageId` and `callId` together. */
export type JournalEntry = Base &
  (
    | { readonly type: 'session'; readonly sessionId: string; readonly cwd: string }
    | {
        /** What others than tools sent to the model, after everything before it. */
        readonly type: 'user';
        /** The client's own id of the message. */
        readonly id?: string;
        /** JSON text of the list of blocks. */
        readonly content: JournalText;
        /** Who speaks: only a person's words can approve anything. */
        readonly origin: 'person' | 'hook' | 'task' | 'note' | 'instructions' | 'agent' | 'schedule' | 'mcp';
      }
    | {
        /** A block of the model's message that is not a call (calls are `received`). */
        readonly type: 'block';
        readonly messageId: string;
        /** Number of calls of the message before it. */
        readonly callsBefore: number;
        /** JSON text of the block. */
        readonly content: JournalText;
      }
    | {
        /** The model's message is complete, or as complete as it will be. */
        readonly type: 'assistant';
        readonly messageId: string;
        readonly model: string;
        readonly stopReason: string;
        readonly usage: ModelUsage;
        /** It was cut off: by a person, or because the model could not continue. */
        readonly isCut?: true;
      }
    | {
        /** From here on the model sees the summary in place of everything before the message `keptFrom` (undefined: everything). */
        readonly type: 'compacted';
        readonly trigger: 'auto' | 'manual';
        readonly summary: JournalText;
        readonly keptFrom?: string;
      }
    | {
        /**
         * The call stays open, and gets its result when the session is resumed: a hook deferred the only call of the message, or an
         * earlier call of it is suspended.
         */
        readonly type: 'deferred';
        readonly messageId: string;
        readonly callId: string;
        /** What the model knew of the files that the call is about, as a JSON list. */
        readonly seen?: JournalText;
      }
    | {
        /** The call waits for an answer, and stays open. The last line of a call counts. */
        readonly type: 'suspended';
        readonly messageId: string;
        readonly callId: string;
        /** Made from what a person is shown. */
        readonly requestId: string;
        /** What a person is shown, as JSON text. */
        readonly request: JournalText;
        /** As above. */
        readonly seen?: JournalText;
      }
    | {
        /**
         * A program asks its own user about a call, which it adds to a message once that is approved or refused. The last line of an
         * id counts.
         */
        readonly type: 'asked';
        readonly callId: string;
        readonly name: string;
        /** Hex SHA-256 of the input as JSON with sorted keys: an approval is about this input alone. */
        readonly input: string;
      }
    | {
        /** A person answered a suspended call; written before the call runs. The first line of a request counts. */
        readonly type: 'answered';
        readonly messageId: string;
        readonly callId: string;
        readonly requestId: string;
        readonly behavior: 'allow' | 'deny';
        readonly feedback?: string;
      }
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
        /** A person or a hook has replaced the input; what was received stays what the model wrote. The last line of a call counts. */
        readonly type: 'changed';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        /** The whole new input as JSON text. */
        readonly input: JournalText;
        readonly by: 'person' | 'hook' | 'check';
        /** Of the hook or the check. */
        readonly name?: string;
      }
    | {
        readonly type: 'started';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        /** May be run again after a crash. */
        readonly isIdempotent: boolean;
        /** Has no effects: the line only records that it was running. */
        readonly isReadOnly?: true;
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
        /** What programs are shown; absent: nothing, or an older version wrote the line. */
        readonly clientView?: JournalView;
        /** What hooks were shown of its output; absent if none received it, or one replaced it. */
        readonly hookView?: JournalView;
        /** Messages that the tool adds for the model, as a JSON list of texts with their tools; absent if there are none. */
        readonly newMessages?: JournalText;
        readonly record: JsonObject;
        /** Retracted: settled here, absent from the message to the model. */
        readonly discarded?: true;
      }
    | {
        /** All results of the message have gone to the model, in the order of their `received` lines. */
        readonly type: 'message';
        readonly messageId: string;
        /** Texts that followed the results, as a JSON list; absent if there were none. */
        readonly additionalContext?: JournalText;
      }
    | {
        /** What the model permanently sees instead of the settled content: the message's budget, a reference, the session's limit. */
        readonly type: 'replaced';
        readonly messageId: string;
        readonly callId: string;
        readonly content: JournalText;
      }
    | {
        /** A file is about to be written: after its pre-image is stored, before it is replaced. The write may still fail. */
        readonly type: 'wrote';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        /** Real absolute path. */
        readonly path: string;
        /** The hash of its old content and where it is stored; null: there was no file. */
        readonly before: PreImage | null;
        /** Hex SHA-256 of its new content. */
        readonly afterHash: string;
        /** Absolute: the new file next to it that will be renamed over it; after a kill it can be removed. */
        readonly temporaryPath?: string;
        /** Absolute: the highest parent directory that did not exist; it and those below are created for the file. */
        readonly newDirectory?: string;
      }
    | {
        /** The write of that call was undone. */
        readonly type: 'undone';
        readonly messageId: string;
        readonly callId: string;
        readonly path: string;
        readonly afterHash: string;
      }
    | {
        /** What a hook said, and how long it took; for a call, a message, or the session. */
        readonly type: 'hook';
        readonly messageId?: string;
        readonly callId?: string;
        readonly event: string;
        readonly hook: string;
        /** `file:line`. */
        readonly place?: string;
        readonly outcome: 'ok' | 'failed' | 'timed-out' | 'cancelled';
        readonly durationMs: number;
        readonly said: HookSaid;
      }
    | {
        /** The combined result of all hooks of an event that is not about a call. */
        readonly type: 'hook-summary';
        readonly event: string;
        readonly count: number;
        readonly infos: readonly string[];
        readonly errors: readonly string[];
        readonly preventedContinuation: boolean;
        readonly reason?: string;
      }
    | {
        readonly type: 'interrupt';
        readonly reason: string;
        /** Why, where the agent was stopped. */
        readonly message?: string;
      }
    | {
        /** The deferred tools whose definitions the model has seen, each with the hash of that definition; the last line counts. */
        readonly type: 'tools-loaded';
        readonly names: readonly string[];
        readonly hashes: readonly string[];
      }
    /** Names of deferred tools announced to the model, as a JSON list; the last one counts. */
    | { readonly type: 'tools-listed'; readonly names: JournalText }
    /** The part of the permission context that only the session has, as JSON text; the last one counts. */
    | { readonly type: 'permission'; readonly state: JournalText }
    | {
        /** A child agent starts, with its own journal: `agents/<agentId>` in the session's directory. */
        readonly type: 'agent-began';
        readonly agentId: string;
        readonly agentType: string;
        readonly model: string;
        /** How it is addressed. Default: its type. */
        readonly name?: string;
        /** What it does, in a few words. */
        readonly description?: string;
        /** Its whole task, if that isn't very long: its own journal doesn't have it yet. */
        readonly task?: string;
        /** It is a teammate. Absent: it is not. */
        readonly isTeammate?: true;
        /** It began in this mode, which it never leaves. Absent: it may. */
        readonly mode?: PermissionMode;
        /** The types of the agents around it, outermost first; empty where the main agent opened it. */
        readonly chain?: readonly string[];
        /** Name of the worktree that it works in. */
        readonly worktree?: string;
        /** The call that opened it. */
        readonly messageId?: string;
        readonly callId?: string;
      }
    | {
        readonly type: 'agent-ended';
        readonly agentId: string;
        readonly status: 'completed' | 'failed' | 'stopped';
        /** The user stopped it: only the user can have it go on. */
        readonly isStoppedByUser?: true;
      }
    /** The leader has approved the plan of a teammate, which no longer has to stay in plan mode. */
    | { readonly type: 'agent-plan-approved'; readonly agentId: string }
    | {
        /** An agent sent a message to another, which has not got it yet. */
        readonly type: 'agent-message';
        readonly id: string;
        /** The id of an agent. Absent: the main one. */
        readonly to?: string;
        /** As its model will see it. */
        readonly text: string;
      }
    /** The models of their recipients have these messages. */
    | { readonly type: 'agent-messages-read'; readonly ids: readonly string[] }
    /** The message was retracted: its results go to no model. */
    | { readonly type: 'discarded'; readonly messageId: string }
    /** For the model, after a retracted message: effects that had already happened. */
    | { readonly type: 'note'; readonly messageId: string; readonly text: string }
  );

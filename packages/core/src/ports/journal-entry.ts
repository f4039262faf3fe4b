import type { JsonObject } from '../data/json.ts';
import type { OutcomeCode } from '../data/outcome.ts';
import type { ModelUsage } from './model.ts';
import type { HookSaid } from '../data/hook-said.ts';

/** Text that stands in the entry when it is short, else in the store, written before the entry. */
export type JournalText = { readonly text: string } | { readonly path: string; readonly bytes: number };

/**
 * What a program or a hook was shown of a call beside the model: what the model was shown, what its text is the JSON of, what the
 * program was shown; something that is no JSON; something longer than is kept beside what it is made of; or JSON text.
 */
export type JournalView =
  | 'model'
  | 'model-as-json'
  | 'client'
  | 'no-json'
  | 'long'
  | { readonly text: string };

/** A file as it was before a call wrote it. */
export interface PreImage {
  /** Hex SHA-256. */
  readonly hash: string;
  readonly bytes: number;
  /** Permission bits, those for set-user-id, set-group-id and sticky among them. */
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

/** One line of the journal (DESIGN.md 7). Calls are paired by message: `messageId` and `callId` together. */
export type JournalEntry = Base &
  (
    | { readonly type: 'session'; readonly sessionId: string; readonly cwd: string }
    | {
        /** What went to the model from others than tools, after all that stands before it. */
        readonly type: 'user';
        /** JSON text of the list of blocks. */
        readonly content: JournalText;
        /** Who speaks: only a person's words can approve anything. */
        readonly origin: 'person' | 'hook' | 'task' | 'note' | 'instructions' | 'agent' | 'schedule' | 'mcp';
      }
    | {
        /** A block of the model's message that is no call (those are `received`). */
        readonly type: 'block';
        readonly messageId: string;
        /** Calls of the message that stand before it. */
        readonly callsBefore: number;
        /** JSON text of the block. */
        readonly content: JournalText;
      }
    | {
        /** The model's message is whole, or as whole as it will be. */
        readonly type: 'assistant';
        readonly messageId: string;
        readonly model: string;
        readonly stopReason: string;
        readonly usage: ModelUsage;
        /** It was cut off: by a person, or because the model could not go on. */
        readonly isCut?: true;
      }
    | {
        /** From here on the model sees the summary in place of all before the message `keptFrom` (undefined: of all). */
        readonly type: 'compacted';
        readonly trigger: 'auto' | 'manual';
        readonly summary: JournalText;
        readonly keptFrom?: string;
      }
    | {
        /** A hook has put off the only call of the message: it gets its result when the session goes on. */
        readonly type: 'deferred';
        readonly messageId: string;
        readonly callId: string;
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
        readonly type: 'started';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        /** May be run again after a crash. */
        readonly isIdempotent: boolean;
        /** Has no effects: the line only tells that it was running. */
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
        /** What hooks were shown of its output; absent where none heard of it, and where one has replaced it. */
        readonly hookView?: JournalView;
        /** Messages that the tool adds for the model, as a JSON list of texts with their tools; absent where there are none. */
        readonly newMessages?: JournalText;
        readonly record: JsonObject;
        /** Retracted: settled here, absent from the message to the model. */
        readonly discarded?: true;
      }
    | {
        /** All results of the message have gone to the model, in the order of their `received` lines. */
        readonly type: 'message';
        readonly messageId: string;
        /** Texts that followed the results, as a JSON list; absent where there were none. */
        readonly additionalContext?: JournalText;
      }
    | {
        /** What the model sees instead of the settled content, for good: the message's budget, a reference, the session's bound. */
        readonly type: 'replaced';
        readonly messageId: string;
        readonly callId: string;
        readonly content: JournalText;
      }
    | {
        /** A file is about to be written: after its pre-image is kept, before it is replaced. The write may yet fail. */
        readonly type: 'wrote';
        readonly messageId: string;
        readonly callId: string;
        readonly parentCallId?: string;
        /** Real absolute path. */
        readonly path: string;
        /** What it held, by hash, and where that is kept; null: there was no file. */
        readonly before: PreImage | null;
        /** Hex SHA-256 of what it is to hold. */
        readonly afterHash: string;
        /** Absolute: the new file beside it that is to be renamed over it; what a kill leaves of it is nobody's. */
        readonly temporaryPath?: string;
        /** Absolute: the highest directory above it that there was not; it and those beneath are made for the file. */
        readonly newDirectory?: string;
      }
    | {
        /** The write of that call was taken back. */
        readonly type: 'undone';
        readonly messageId: string;
        readonly callId: string;
        readonly path: string;
        readonly afterHash: string;
      }
    | {
        /** What a hook said, and how long that took; of a call, of a message, or of the session. */
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
        /** What all hooks of an event came to together that is about no call. */
        readonly type: 'hook-summary';
        readonly event: string;
        readonly count: number;
        readonly infos: readonly string[];
        readonly errors: readonly string[];
        readonly preventedContinuation: boolean;
        readonly reason?: string;
      }
    | { readonly type: 'interrupt'; readonly reason: string }
    | {
        /** The deferred tools whose definitions the model has seen, each with the hash of the one that it saw; the last line counts. */
        readonly type: 'tools-loaded';
        readonly names: readonly string[];
        readonly hashes: readonly string[];
      }
    /** Names of deferred tools that the model was told of, as a JSON list; the last one counts. */
    | { readonly type: 'tools-listed'; readonly names: JournalText }
    /** What of the permission context the session alone holds, as JSON text; the last one counts. */
    | { readonly type: 'permission'; readonly state: JournalText }
    | {
        /** Another agent begins to work beside this one, with a journal of its own: `agents/<agentId>` in the session's directory. */
        readonly type: 'agent-began';
        readonly agentId: string;
        readonly agentType: string;
        readonly model: string;
        /** How it is addressed. Default: its type. */
        readonly name?: string;
        /** What it does, in a few words. */
        readonly description?: string;
        /** The types of the agents around it, outermost first; empty where the main agent opened it. */
        readonly chain?: readonly string[];
        /** The call that opened it. */
        readonly messageId?: string;
        readonly callId?: string;
      }
    | {
        readonly type: 'agent-ended';
        readonly agentId: string;
        readonly status: 'completed' | 'failed' | 'stopped';
      }
    /** The message was retracted: its results go to no model. */
    | { readonly type: 'discarded'; readonly messageId: string }
    /** For the model, after a retracted message: effects that had already happened. */
    | { readonly type: 'note'; readonly messageId: string; readonly text: string }
  );

import type {
  AssistantBlock,
  ModelMessage,
  ModelUsage,
  SpokenText,
  ToolResultBlock,
  UserBlock,
} from '@sluice/core';
import type { Said } from './message-list.ts';
import type { ToolUse } from './tool-use.ts';
import type { Origin } from './origin.ts';

/** What could not be written to the journal, a sentence for the person; undefined: all is well. */
export type Unwritten = string | undefined;

/**
 * What the next request carries: the one place that knows. Whatever it is told stands in the journal before it stands here.
 * `messages` can always be sent: roles alternate, and each call of a message that has ended has its result.
 */
export interface Conversation {
  /** The list may be replaced; messages that are as before are the same objects. Without an assistant's message that is still open. */
  readonly messages: readonly ModelMessage[];
  /** UTF-16 units of all tool results in it, for the session's bound. */
  readonly resultChars: number;
  /** Follows the results before it in one user's message; what no person says is marked for the model. */
  addUser(content: readonly UserBlock[], origin: Origin): Promise<Unwritten>;
  /** Blocks as they close; they count when it ends. */
  beginAssistant(messageId: string): AssistantDraft;
  /** The results of its calls and what follows them, which the engine has journaled; right after its end, before anything else. */
  addResults(messageId: string, results: readonly ToolResultBlock[], spoken: readonly SpokenText[]): void;
  /** A hook has put off the only call of this message: its results come later, and until then the message stays open. */
  defer(messageId: string): void;
  /** That message, where there is one. */
  readonly deferred: { readonly messageId: string; readonly call: ToolUse } | undefined;
  /** The message is taken back; `note`, which the engine has journaled, tells of effects that had happened. */
  discard(messageId: string, note: string | undefined): void;
  /** The summary takes the place of all before the assistant's message `keptFrom`, or of everything. */
  compact(summary: string, keptFrom: string | undefined, trigger: 'auto' | 'manual'): Promise<Unwritten>;
  /** Of each assistant's message in `messages`, in order; undefined where it has none. */
  messageIdOf(message: ModelMessage): string | undefined;
  /** Whose words a block of a user's message in `messages` holds, and what they were before they were marked. */
  saidOf(block: UserBlock): Said | undefined;
  /** The result of this call is what the next request carries, word for word: nothing has taken its place, and no summary that of its message. */
  isStanding(messageId: string, callId: string): boolean;
  /** Results that were long ago become references, for good. `limitChars`: see `boundSession`. */
  boundResults(limitChars: number): Promise<Unwritten>;
}

export interface AssistantDraft {
  /** A call whose block has closed; the engine journals it. */
  call(block: Extract<AssistantBlock, { type: 'tool_use' }>): void;
  block(block: AssistantBlock): Promise<Unwritten>;
  end(facts: {
    readonly model: string;
    readonly stopReason: string;
    readonly usage: ModelUsage;
    readonly isCut: boolean;
  }): Promise<Unwritten>;
}

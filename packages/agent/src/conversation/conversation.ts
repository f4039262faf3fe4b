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

/**
 * One sentence for the user saying what could not be written to the journal. Undefined: everything was
 * written.
 */
export type Unwritten = string | undefined;

/**
 * The single source of what the next request carries. Everything is written to the journal before it appears
 * here. `messages` can always be sent: roles alternate, and each call in a finished message has its result.
 */
export interface Conversation {
  /**
   * The list may be replaced; unchanged messages are the same objects. Excludes an assistant message that is
   * still open.
   */
  readonly messages: readonly ModelMessage[];
  /** UTF-16 units of all tool results, for the session limit. */
  readonly resultChars: number;
  /**
   * Appended to the same user message as the results before it. Content that is not from the user is marked
   * for the model.
   */
  addUser(content: readonly UserBlock[], origin: Origin, id?: string): Promise<Unwritten>;
  /** Add blocks as they close; they take effect when the message ends. */
  beginAssistant(messageId: string): AssistantDraft;
  /**
   * The results of the message's calls and what follows them, already journaled by the engine. Call it right
   * after the message ends, before anything else.
   */
  addResults(messageId: string, results: readonly ToolResultBlock[], spoken: readonly SpokenText[]): void;
  /** A hook deferred the only call of this message, or calls of it are suspended. The message stays open until its results arrive. */
  defer(messageId: string): void;
  /** The message with open calls, if any, and all calls of it. */
  readonly deferred: { readonly messageId: string; readonly calls: readonly ToolUse[] } | undefined;
  /**
   * Discards the message. `note`, already journaled by the engine, tells the model about effects that already
   * happened.
   */
  discard(messageId: string, note: string | undefined): void;
  /** Replaces everything before the assistant message `keptFrom`, or everything, with the summary. */
  compact(summary: string, keptFrom: string | undefined, trigger: 'auto' | 'manual'): Promise<Unwritten>;
  /** The id of an assistant message in `messages`; undefined if it has none. */
  messageIdOf(message: ModelMessage): string | undefined;
  /** The origin of a block of a user message in `messages`, and its content before it was marked. */
  saidOf(block: UserBlock): Said | undefined;
  /**
   * The next request carries this call's result unchanged: nothing has replaced it, and no summary covers its
   * message.
   */
  isStanding(messageId: string, callId: string): boolean;
  /** Replaces old, long results with references, permanently. `limitChars`: see `boundSession`. */
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

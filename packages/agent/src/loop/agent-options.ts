import type {
  Clock,
  ModelProvider,
  ModelRequest,
  ModelTool,
  ModelUsage,
  Runtime,
  UserBlock,
} from '@sluice/core';
import type { Conversation } from '../conversation/conversation.ts';
import type { Origin } from '../conversation/origin.ts';
import type { LateTools } from '../late-tools/late-tools.ts';
import type { AgentHooks } from './agent-hooks.ts';
import type { ModelPrice } from './usage.ts';

/** A text for the model that nobody has typed. */
export interface Attachment {
  readonly text: string;
  readonly origin: Exclude<Origin, 'person'>;
}

export interface AgentOptions {
  readonly runtime: Pick<Runtime, 'run'>;
  readonly provider: ModelProvider;
  readonly conversation: Conversation;
  readonly clock: Clock;
  /** Texts of the system prompt; the same bytes at each request keep the model's cache. */
  readonly system: readonly string[];
  /** Asked before each request: deferred tools may have been loaded. */
  readonly tools: () => readonly ModelTool[] | Promise<readonly ModelTool[]>;
  /** Tools that are not listed from the start. Default: there are none. */
  readonly lateTools?: Pick<LateTools, 'notes' | 'took' | 'compacted'> | undefined;
  readonly toolChoice?: ModelRequest['toolChoice'];
  readonly thinking?: ModelRequest['thinking'];
  readonly hooks?: AgentHooks;
  /** Texts for the model that wait to be told: background tasks that have ended. Asked before each request. */
  readonly attachments?: () => readonly Attachment[];
  /** Answers of the model for one prompt. Default: no limit. */
  readonly maxTurns?: number;
  /** Ends the prompt when it, with what `spentUsd` says of those before it, has cost as much. */
  readonly budget?: { readonly limitUsd: number; readonly spentUsd?: () => number };
  /** Of the model; where it may become another one, by its name. Undefined: unknown, and so is the cost. */
  readonly price?: ModelPrice | ((model: string) => ModelPrice | undefined);
  /** The prompt is done when this has a value; the model is reminded. Each prompt begins with `clear`. */
  readonly output?: {
    readonly taken: () => { readonly value: unknown } | undefined;
    readonly clear: () => void;
  };
  /** Tokens of the conversation above which it is made shorter. Default: four fifths of the window. */
  readonly compactAtTokens?: number;
  /** Of the last answer in a conversation that goes on: how full the window is. */
  readonly lastUsage?: ModelUsage | undefined;
  /** Message ids, unique in the session. Default: random. */
  readonly nextMessageId?: () => string;
}

export interface Prompt {
  readonly content: readonly UserBlock[];
  readonly origin?: Origin;
}

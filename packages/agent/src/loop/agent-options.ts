import type {
  CheckImage,
  Clock,
  ModelMessage,
  ModelProvider,
  ModelRequest,
  ModelTool,
  ModelUsage,
  Runtime,
} from '@sluice/core';
import type { Conversation } from '../conversation/conversation.ts';
import type { LateTools } from '../late-tools/late-tools.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentHooks } from './agent-hooks.ts';
import type { Expand } from './expansion.ts';
import type { Attachment, Prompt } from './prompt.ts';
import type { RequestTokens } from './usage/request-tokens.ts';
import type { ModelPrice } from './usage/token-usage.ts';

export type { Attachment, Prompt };

export interface AgentOptions {
  readonly runtime: Pick<Runtime, 'run'>;
  readonly provider: ModelProvider;
  readonly conversation: Conversation;
  readonly clock: Clock;
  /** The system prompt. Keep the bytes the same across requests so that the model's cache hits. */
  readonly system: readonly string[];
  readonly sharedSystemTexts?: ModelRequest['sharedSystemTexts'];
  /** Called before each request, since deferred tools may have been loaded. */
  readonly tools: () => readonly ModelTool[] | Promise<readonly ModelTool[]>;
  /** Tools that are not listed from the start. Default: none. */
  readonly lateTools?: Pick<LateTools, 'notes' | 'took' | 'compacted'> | undefined;
  readonly toolChoice?: ModelRequest['toolChoice'];
  /** How much the model thinks; a function is called before each request. Default: the model's own. */
  readonly thinking?: ModelRequest['thinking'] | (() => ModelRequest['thinking']);
  readonly hooks?: AgentHooks;
  /**
   * Texts that are waiting to be sent to the model, such as finished background tasks. Called before each
   * request.
   */
  readonly attachments?: () => readonly Attachment[] | Promise<readonly Attachment[]>;
  /** Whether agents at work in the background will report to the model: until then it owes no output. Default: none are. */
  readonly awaitsReports?: (() => boolean) | undefined;
  /** What the conversation gets back after a compaction, given its messages before that. Default: nothing. */
  readonly restored?: (before: readonly ModelMessage[]) => readonly Attachment[];
  /** Checks the images of user messages. Default: they are shown as they are. */
  readonly checkImage?: CheckImage | undefined;
  /** Expands the slash commands of a user message before hooks see it. Default: there are none. */
  readonly expand?: Expand | undefined;
  /** Tokens that the whole work may take, as the model is told. Default: it is told nothing. */
  readonly taskTokens?: number | undefined;
  /** Maximum number of model turns per prompt. Default: no limit. */
  readonly maxTurns?: number;
  /** Ends the prompt when its cost plus `spentUsd` (the cost of earlier prompts) reaches the limit. */
  readonly budget?: {
    readonly limitUsd: number;
    readonly spentUsd?: () => number;
    /**
     * Waits until a request fits beside those of other agents. Resolves with a function to call once its cost is counted, or with
     * undefined if the budget is used up. Must not reject. Default: nothing is waited for.
     */
    readonly reserve?: (tokens: RequestTokens, signal: AbortSignal) => Promise<(() => void) | undefined>;
  };
  /**
   * The model's price, or a function of the model's name if the model may change. Undefined: unknown, and so
   * is the cost.
   */
  readonly price?: ModelPrice | ((model: string) => ModelPrice | undefined);
  /**
   * The prompt is done once this has a value; the model is reminded until then. Each prompt starts with
   * `clear`.
   */
  readonly output?: {
    readonly taken: () => { readonly value: unknown } | undefined;
    readonly clear: () => void;
    /** The name of the tool that takes it. */
    readonly toolName: string;
  };
  /** Compact the conversation above this many tokens. Default: four fifths of the context window. */
  readonly compactAtTokens?: number;
  /** Usage of the last answer in a resumed conversation, which shows how full the window is. */
  readonly lastUsage?: ModelUsage | undefined;
  /** Called with each event when it happens, before the reader of the prompt gets it. Must not throw. */
  readonly observe?: ((event: AgentEvent) => void) | undefined;
  /** Message ids, unique in the session. Default: random. */
  readonly nextMessageId?: () => string;
}

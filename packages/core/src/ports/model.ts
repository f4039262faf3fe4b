import type { FeedItem } from '../data/feed.ts';
import type { ToolResultBlock } from '../data/content.ts';
import type {
  DocumentBlock,
  ImageBlock,
  LinkedFileBlock,
  TextBlock,
  ToolReferenceBlock,
} from '../data/content.ts';
import type { JsonObject } from '../data/json.ts';

/** A reference outside a result is a tool that was added independently of the model's own searches. */
export type UserBlock =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | LinkedFileBlock
  | ToolResultBlock
  | ToolReferenceBlock;

/** What a model has said. Blocks that only its own API understands are sent back to it byte for byte. */
export type AssistantBlock =
  | TextBlock
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: JsonObject }
  /** `api`: the `ModelProvider.api` that created the block; it is not sent to others. */
  | {
      readonly type: 'opaque';
      readonly api: string;
      readonly kind: 'thinking' | 'other';
      readonly block: JsonObject;
    };

/** Immutable, so that the sender may keep its bytes. */
export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AssistantBlock[] };

/** Tokens, as the API counts them; the parts of the input do not overlap. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** The server did not report everything: actual usage may be higher. */
  readonly isIncomplete?: true | undefined;
  /** What the Messages API reports besides these counts, in its own terms (such as `service_tier`). Undefined: nothing, or another API. */
  readonly details?: JsonObject | undefined;
}

/** A tool as described to the model; the provider converts it to its API's format. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
  /** It is not built in: the program, or a server, has added it. Default false. */
  readonly isForeign?: boolean;
  /** The model gets the definition only once a `tool_reference` names it. Only if `ModelProvider.lateTools` supports that. */
  readonly isDeferred?: boolean;
}

/**
 * How a model API accepts tools that were not in its first request: by references to definitions that are sent along hidden; by
 * references to those of the first request and, for tools that join later, by definitions in messages (`inline`); with the output of a
 * search; or not at all.
 */
export type LateToolForm = 'reference' | 'inline' | 'search-output' | 'none';

export interface ModelRequest {
  readonly system: readonly string[];
  /**
   * This many texts at the start of `system` are the same in other sessions. An API that is told what to cache keeps
   * them, and the tools before them, by themselves. Default: none.
   */
  readonly sharedSystemTexts?: number | undefined;
  readonly tools: readonly ModelTool[];
  /** Starts with a user message; roles alternate; calls and results are paired (`checkPairing`). */
  readonly messages: readonly ModelMessage[];
  /** Default `auto`. */
  readonly toolChoice?: 'auto' | 'any' | 'none' | { readonly name: string };
  /** Default: the provider's `maxOutputTokens`. */
  readonly maxOutputTokens?: number;
  /** Default: the model's own. What an API can't express is left out. */
  readonly thinking?: ThinkingOptions;
  /** Tokens that the whole work may take, as the model is told. What an API can't express is left out. Default: no limit. */
  readonly taskTokens?: number | undefined;
  /** False: the whole answer comes at once, for servers whose streams fail. Default true. */
  readonly isStreamed?: boolean;
  /** The service searches the web for its answer, if its API can. Default: it doesn't. */
  readonly webSearch?: WebSearchOptions;
}

/** Limits of a web search that the model's own service makes. An API that has no such limit ignores it. */
export interface WebSearchOptions {
  readonly maxSearches: number;
  /** Not together with `blockedDomains`. */
  readonly allowedDomains?: readonly string[] | undefined;
  readonly blockedDomains?: readonly string[] | undefined;
}

/** How much a model should think. */
export interface ThinkingOptions {
  readonly effort?: ThinkingEffort;
  /** Tokens per answer; 0: none. */
  readonly maxTokens?: number;
  /** Whether the answer has a summary of the thinking. Default: as the model has it. */
  readonly display?: 'summarized' | 'omitted' | undefined;
}

export type ThinkingEffort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export type ModelFailureKind =
  | 'authentication'
  | 'billing'
  | 'permission'
  | 'not-found'
  | 'invalid-request'
  /** The conversation exceeds the model's context window. */
  | 'too-long'
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'network'
  | 'timeout'
  /** The stream ended, or went silent, before its message was complete. */
  | 'stream-cut'
  | 'aborted';

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** For the user: what was wrong, where, and how to fix it. Contains no key or header. */
  readonly message: string;
  readonly status?: number;
  /** What the server requested. */
  readonly retryAfterMs?: number;
  /** The same request may succeed later. */
  readonly isRetryable: boolean;
  /** It recovers so rarely that it is retried no more often than this, whatever else is allowed. */
  readonly maxRetries?: number;
}

/**
 * The events of one answer, in order: any number of `retry`; then `message-start`, blocks one after another or interleaved, and
 * `message-end`; or at any point a final `failed`.
 */
export type ModelEvent =
  /** No part of the answer had arrived; it is retried after `delayMs`. */
  | {
      readonly type: 'retry';
      /** Starting at 1. */
      readonly attempt: number;
      readonly maxRetries: number;
      readonly delayMs: number;
      readonly failure: ModelFailure;
    }
  | {
      readonly type: 'message-start';
      readonly id: string | undefined;
      readonly model: string | undefined;
      readonly usage: ModelUsage;
    }
  /** `block` is what is known at the start: an empty text, a call without input. */
  | { readonly type: 'block-start'; readonly index: number; readonly block: AssistantBlock }
  | { readonly type: 'block-delta'; readonly index: number; readonly delta: BlockDelta }
  /** `call`, for the engine, if the block is a call: an input that is not a JSON object is `{}` in `block` and unchanged in `call`. */
  | {
      readonly type: 'block-stop';
      readonly index: number;
      readonly block: AssistantBlock;
      readonly call: Extract<FeedItem, { type: 'call' }> | undefined;
    }
  /** The message ended with this block open; a call is `unclosed` and gets its error result. */
  | {
      readonly type: 'block-cut';
      readonly index: number;
      readonly block: AssistantBlock;
      readonly call: Extract<FeedItem, { type: 'call' }> | undefined;
    }
  /** Something in the stream could not be used; the rest continues. */
  | Extract<FeedItem, { type: 'problem' }>
  | { readonly type: 'message-end'; readonly stopReason: StopReason; readonly usage: ModelUsage }
  | { readonly type: 'failed'; readonly failure: ModelFailure };

export type BlockDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** A piece of the JSON text of a call's input. */
  | { readonly type: 'input'; readonly json: string }
  /** For a block that only its API understands. */
  | { readonly type: 'opaque'; readonly delta: JsonObject };

/** The names of the Messages API; anything else appears as `other: …`. */
export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'stop_sequence'
  | 'refusal'
  | 'pause_turn'
  | 'model_context_window_exceeded'
  | `other: ${string}`;

/** A model to send requests to. One per session: it may keep the bytes of messages that it has sent. */
export interface ModelProvider {
  /** Another model that gave the last answer in its place. Undefined or absent: it answers itself. */
  readonly answeredBy?: ModelProvider | undefined;
  /** The API that it uses (`anthropic`, `openai-chat`, `openai-responses`, `gemini`, …). */
  readonly api: string;
  /** As users write it: `anthropic/claude-sonnet-5-5`. */
  readonly model: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  /** May change if the server rejects the form: `inline` to `reference`, any other to `none`. Default `none`. */
  readonly lateTools?: LateToolForm;
  /**
   * Whether its service can search the web (`webSearch` of a request): `yes`, or `maybe` if only its API is known to have searches and
   * not this server. Default `no`.
   */
  readonly searchesWeb?: 'yes' | 'maybe' | 'no';
  /** It plays a recording and ignores what it is sent. */
  readonly isRecording: boolean;
  /** Never throws; when `signal` aborts it ends soon, with `failed` of kind `aborted`. */
  send(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Closes connections. */
  close(): void;
}

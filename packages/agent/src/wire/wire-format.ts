import type { ModelMessage, ModelRequest } from '@sluice/core';
import type { ModelFormat } from '../stream/model-format.ts';

/** What a provider knows about a request in addition to the request itself. */
export interface WireOptions {
  /** The API's name for it. */
  readonly model: string;
  /** Used if the request does not set one. */
  readonly maxOutputTokens: number;
  /** Body fields that this server rejects, such as `stream_options`; they are omitted. */
  readonly omit?: ReadonlySet<string>;
  /** For Chat Completions: the name of the output limit. Default `max_tokens`, which most servers support. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens';
  /** For Anthropic: newer models think without a budget, and older ones only with one. Default `any`. */
  readonly takesThinking?: 'any' | 'adaptive' | 'none';
}

/**
 * The request format of one API. A body is `head`, the encoded messages joined by commas, and `tail`. A
 * message's bytes depend only on it and the one before it, so they are encoded once. One per session: it
 * remembers tool names.
 */
export interface WireFormat {
  readonly api: ModelFormat;
  /**
   * Relative to the base address, which is the host for Anthropic and Gemini (`https://api.anthropic.com`)
   * and ends in the version for OpenAI (`https://api.openai.com/v1`).
   */
  path(model: string, isStreamed: boolean): string;
  /** Without a key, the headers that a server without authentication expects. */
  headers(key: string | undefined): Readonly<Record<string, string>>;
  /** The betas of the API that the request needs, for the header `anthropic-beta`. Default: none. */
  betas?(request: Pick<ModelRequest, 'messages' | 'taskTokens'>): readonly string[];
  /** The JSON before the list of messages, including its opening bracket. */
  head(request: ModelRequest, options: WireOptions): string;
  /** The JSON after the list, starting with its closing bracket. */
  tail(request: ModelRequest, options: WireOptions): string;
  /**
   * The JSON text of the message in the API's list: one or more objects, joined by commas. `previous` is the
   * message before it, whose calls its results answer.
   */
  encodeMessage(message: ModelMessage, previous?: ModelMessage): string;
  /**
   * Where to put a cache mark in the bytes of a request's last message. Undefined: the API or this message
   * does not support one.
   */
  mark(lastBytes: Uint8Array): CacheMark | undefined;
  /** The real name of the tool with this wire name. */
  toolName(wireName: string): string;
}

export interface CacheMark {
  /** Bytes of the message after the mark. */
  readonly bytesAfter: number;
  readonly text: string;
}

import type { ModelMessage, ModelRequest } from '@sluice/core';
import type { ModelFormat } from '../stream/model-format.ts';

/** What a provider knows of a request beside the request itself. */
export interface WireOptions {
  /** As the API calls it. */
  readonly model: string;
  /** Counts where the request names none. */
  readonly maxOutputTokens: number;
  /** Fields of the body that this server refuses, such as `stream_options`; they are left out. */
  readonly omit?: ReadonlySet<string>;
  /** Of Chat Completions: what the limit of the answer is called. Default `max_tokens`, which most servers know. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens';
  /** Of Anthropic: newer models think without a budget, and older ones know no other way. Default `any`. */
  readonly takesThinking?: 'any' | 'adaptive' | 'none';
}

/**
 * The form of one API's requests. A body is `head`, the encoded messages joined by commas, and `tail`; a message's bytes
 * depend on it and the one before it alone, so that they are made once. One for a session: it remembers the tools' names.
 */
export interface WireFormat {
  readonly api: ModelFormat;
  /**
   * From the base address, which for Anthropic and Gemini is the host's (`https://api.anthropic.com`), and for OpenAI
   * ends in the version (`https://api.openai.com/v1`).
   */
  path(model: string, isStreamed: boolean): string;
  /** Without a key, those that a server which needs none expects. */
  headers(key: string | undefined): Readonly<Record<string, string>>;
  /** The JSON before the list of messages, with its opening bracket. */
  head(request: ModelRequest, options: WireOptions): string;
  /** The JSON after the list, from its closing bracket on. */
  tail(request: ModelRequest, options: WireOptions): string;
  /**
   * The JSON text of what the message is in the API's list: one object or several, joined by commas, never none. `previous`
   * is the message before it, whose calls its results answer.
   */
  encodeMessage(message: ModelMessage, previous?: ModelMessage): string;
  /** Where a cache mark goes into the bytes of a message that a request ends, or ended, with. Undefined: the API, or this message, has none. */
  mark(lastBytes: Uint8Array): CacheMark | undefined;
  /** The name of the tool that is called this on the wire. */
  toolName(wireName: string): string;
}

export interface CacheMark {
  /** How many bytes of the message come after the mark. */
  readonly bytesAfter: number;
  readonly text: string;
}

import type { JsonObject, ModelUsage, StopReason } from '@sluice/core';
import type { RecordedRequest } from './recorded-request.ts';

/** What the server answers, request by request; a function answers every request, a list each in turn. */
export type Script = readonly ScriptedAnswer[] | AnswerFunction;

export type ScriptedAnswer = Answer | AnswerFunction;

export type AnswerFunction = (request: RecordedRequest) => Answer | Promise<Answer>;

export type Answer = MessageAnswer | ErrorAnswer | RawAnswer | NoAnswer;

/** A model's message; the form follows from the API and from whether the request asks for a stream. */
export interface MessageAnswer {
  readonly content: readonly Item[];
  readonly id?: string | undefined;
  /** Default: that of the request. */
  readonly model?: string | undefined;
  /** Default: `tool_use` where there is a call, else `end_turn`; each API gets its own word for it. */
  readonly stopReason?: StopReason | undefined;
  readonly usage?: Partial<ModelUsage> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Cuts the stream into writes of so many bytes, wherever that falls. Default: one write for each event. */
  readonly chunkBytes?: number | undefined;
}

/** An HTTP error, before anything of a message. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Given the form of the API's errors. */
  readonly error?: ApiError | undefined;
  /** The body as it is, instead of `error`. */
  readonly body?: string | undefined;
  readonly before?: readonly Pause[] | undefined;
}

/** Bytes that no encoder has touched. */
export interface RawAnswer {
  readonly raw: readonly (string | Uint8Array | Pause | Break)[];
  /** Default 200. */
  readonly status?: number | undefined;
  /** Default: an event stream. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The connection ends, or stays open and silent, before a status is sent. */
export interface NoAnswer {
  readonly connection: 'cut' | 'silent';
  readonly before?: readonly Pause[] | undefined;
}

export type Item = Block | Pause | Break | Extra;

/** A part of a text: each string is one delta of the stream. */
export type Piece = string | Pause | Break | Extra;

export type Block =
  | { readonly type: 'text'; readonly text: string | readonly Piece[] }
  | {
      readonly type: 'thinking';
      readonly text: string | readonly Piece[];
      /** Default: a signature that the server knows again, from whichever process. */
      readonly signature?: string | undefined;
    }
  /** Thinking that can't be read; only Anthropic has it, the others leave it out. */
  | { readonly type: 'redacted'; readonly data: string }
  | {
      readonly type: 'call';
      /** Default: one that no other call has; Gemini gets none. */
      readonly id?: string | undefined;
      readonly name: string;
      /** Of a tool that stands in one; only OpenAI's responses have them. */
      readonly namespace?: string | undefined;
      readonly input: JsonObject;
      /** The JSON text of the input as it is sent in a stream, be it broken. Default: `input` in one piece. */
      readonly pieces?: readonly Piece[] | undefined;
    };

export type Pause =
  | { readonly type: 'gate'; readonly opened: Promise<unknown> }
  | { readonly type: 'wait'; readonly ms: number };

/** The rest of the answer is not sent. */
export type Break =
  /** The socket is destroyed. */
  | { readonly type: 'cut' }
  /** The connection stays open until the client goes. */
  | { readonly type: 'silence' }
  /** The stream ends in good order, but early. */
  | { readonly type: 'end' }
  | { readonly type: 'error'; readonly error: ApiError };

export type Extra = { readonly type: 'ping' } | { readonly type: 'raw'; readonly text: string };

export interface ApiError {
  /** As the API calls it, for example `overloaded_error`. */
  readonly type: string;
  readonly message: string;
}

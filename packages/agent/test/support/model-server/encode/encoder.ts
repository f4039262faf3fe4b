import type { JsonObject } from '@sluice/core';
import type { Message, MessageBlock } from '../message.ts';
import type { ApiError } from '../script.ts';

/** The stream of one message in the form of an API: each method gives what is written at its place. */
export interface Encoder {
  start(): string;
  open(block: MessageBlock, index: number): string;
  piece(block: MessageBlock, index: number, text: string): string;
  close(block: MessageBlock, index: number): string;
  end(): string;
  ping(): string;
  error(error: ApiError): string;
}

export interface EncoderOptions {
  /** The body of the request, for what it asks of the stream. */
  readonly body: JsonObject;
  /** A JSON array instead of events. */
  readonly isArray: boolean;
}

/** How an API says things. */
export interface ApiForm {
  createEncoder(message: Message, options: EncoderOptions): Encoder;
  /** The answer to a request that asks for no stream. */
  whole(message: Message): JsonObject;
  errorBody(status: number, error: ApiError): JsonObject;
}

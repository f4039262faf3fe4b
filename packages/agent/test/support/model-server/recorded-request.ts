import type { JsonObject } from '@sluice/core';
import type { Api } from './api.ts';

/** A request for a message, as the server got it. Times are milliseconds since 1970, so that other processes' compare. */
export interface RecordedRequest {
  /** Counts requests for messages, from 0. */
  readonly index: number;
  readonly api: Api;
  readonly isStreamed: boolean;
  readonly model: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Empty when it is not a JSON object, and when the server is told not to read. */
  readonly body: JsonObject;
  readonly bytes: number;
  /** Of the body, hexadecimal. */
  readonly sha256: string;
  /** Counts sockets, from 0: equal ones came over the same socket. */
  readonly connection: number;
  /** The headers had come. */
  readonly arrivedAt: number;
  /** The whole body had come. */
  readonly readAt: number;
  /** What was sent, as it was given to the socket. */
  readonly marks: readonly Mark[];
  /** How the answer ended; `undefined` while it goes on. */
  readonly end: AnswerEnd | undefined;
  /** Resolves with `end`. */
  readonly ended: Promise<AnswerEnd>;
}

/** `cut` by the script; `client-gone` by the other side, or by the server's own end. */
export type AnswerEnd = 'whole' | 'cut' | 'client-gone';

export interface Mark {
  readonly what: 'headers' | 'block-start' | 'block-stop' | 'end';
  /** Of the block in its message, else -1. */
  readonly block: number;
  readonly at: number;
}

export function now(): number {
  return performance.timeOrigin + performance.now();
}

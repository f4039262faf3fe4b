import type { JsonObject } from '@sluice/core';
import type { PeerAnswer, Progress } from './peer.ts';

/** Calls `idle` with a wait for the user, during which a call's time doesn't run. */
export type Idle = (wait: Promise<unknown>) => Promise<unknown>;

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idle?: Idle;
  /** Why it may not be sent, given the server's current tools. Undefined: it may. */
  readonly objection?: (() => string | undefined) | undefined;
  /** Called when it is sent. Must not throw. */
  readonly onSend?: (() => void) | undefined;
}

/** Sends a request, reconnecting first if the server died. Never rejects. */
export type SendRequest = (method: string, params: JsonObject, options: SendOptions) => Promise<PeerAnswer>;

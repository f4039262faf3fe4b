import type { JsonObject } from '@sluice/core';
import type { PeerAnswer, PeerOptions, RequestOptions } from '../peer.ts';

/** A connected server, in either era of the protocol. */
export interface McpConnection {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly protocolVersion: string;
  /** Requests are independent (2026-07-28): there is no session to lose. */
  readonly isStateless: boolean;
  readonly capabilities: JsonObject;
  /** What the server says about itself for the model; not cleaned. */
  readonly instructions: string | undefined;
  /** Never rejects. */
  request(method: string, params: JsonObject, options?: RequestOptions): Promise<PeerAnswer>;
  notify(method: string, params?: JsonObject): void;
  /** Never rejects. */
  close(): Promise<void>;
}

/** `auto`: the stateless era if the server has it, else the one before. */
export type Era = 'auto' | 'stateless' | 'sessions';

export interface ConnectOptions extends PeerOptions {
  readonly era: Era;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** What the server may ask of this client. */
  readonly capabilities: JsonObject;
  readonly timeoutMs: number;
  /** Milliseconds for all attempts together, of which `timeoutMs` are left. Default: `timeoutMs` */
  readonly allowedMs?: number;
  readonly signal: AbortSignal;
}

export type Connected =
  | { readonly ok: true; readonly connection: McpConnection }
  /** `reason`: a sentence for the user. The transport is closed. */
  | {
      readonly ok: false;
      readonly reason: string;
      /** It did not respond in time. */
      readonly isSilent?: boolean;
    };

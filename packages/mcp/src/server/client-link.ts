import type { InputRequest, LoggingLevel } from '@modelcontextprotocol/server';
import type { ClientCapabilities } from './client-capabilities.ts';

/** A client's response as received, not validated. */
export type ClientAnswer =
  | { readonly ok: true; readonly response: unknown }
  /** It can't be asked, or hasn't answered: why, as a clause. */
  | { readonly ok: false; readonly reason: string };

export interface AskOptions {
  /** Withdraws the question. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Names the question within the call. A stateless client may answer a named question with its first request, before
   * it is asked. Default: an unpredictable name.
   */
  readonly name?: string | undefined;
  /** Nothing of the call has run while the question is open. Default false. */
  readonly isBeforeStart?: boolean | undefined;
}

/** The way from a running call to the client that made it, in whichever era of the protocol it speaks. */
export interface ClientLink {
  readonly capabilities: ClientCapabilities;
  /** Never rejects. */
  ask(request: InputRequest, options?: AskOptions): Promise<ClientAnswer>;
  /** Passed on if the client wants messages of this level. */
  log(level: LoggingLevel, data: unknown): void;
}

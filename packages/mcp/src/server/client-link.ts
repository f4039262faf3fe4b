import type { InputRequest, LoggingLevel } from '@modelcontextprotocol/server';
import type { ClientCapabilities } from './client-capabilities.ts';

/** What a client has answered, as it came: nobody has checked it. */
export type ClientAnswer =
  | { readonly ok: true; readonly response: unknown }
  /** It can't be asked, or hasn't answered: why, as a clause. */
  | { readonly ok: false; readonly reason: string };

export interface AskOptions {
  /** Withdraws the question. */
  readonly signal?: AbortSignal | undefined;
  /**
   * What the question is called in the call. A client without connections may answer a question that has a name with its
   * first request, before it is asked. Default: a name that nobody can know before.
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

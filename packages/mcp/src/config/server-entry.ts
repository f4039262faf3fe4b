import type { JsonObject, JsonValue } from '@sluice/core';

/** How a server is reached, with its variables put in. */
export type ServerConnection = StdioServer | RemoteServer | ClientServer;

export interface StdioServer {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Default: the directory of the session. */
  readonly cwd: string | undefined;
}

export interface RemoteServer {
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A command that prints more headers as a JSON object. */
  readonly headersHelper: string | undefined;
  readonly oauth: JsonObject | undefined;
}

/** The way to a server that runs in the program that started this one. */
export interface ClientChannel {
  /** Delivers a message; the answer to a request. Rejects if the program has no such server. */
  deliver(message: object, signal: AbortSignal): Promise<unknown>;
  /** Called with each message that the server sends by itself. Returns a function that unsubscribes. */
  listen(listener: (message: unknown) => void): () => void;
  /** Policies of the server's tools, as in an entry. Default: none. */
  readonly tools?: JsonValue | undefined;
}

export interface ClientServer {
  readonly kind: 'client';
  readonly channel: ClientChannel;
}

/** Which versions of the protocol are spoken. `auto`: 2026-07-28 if the server has it, else the ones before. */
export type ProtocolChoice = 'auto' | '2026-07-28' | '2025-11-25';

export const PROTOCOL_CHOICES: readonly ProtocolChoice[] = ['auto', '2026-07-28', '2025-11-25'];

/** One server of a configuration file. */
export interface ServerEntry {
  readonly connection: ServerConnection;
  /** Milliseconds that a call may take, regardless of progress. */
  readonly timeoutMs: number | undefined;
  /** Its tools are in the model's list from the start. */
  readonly alwaysLoad: boolean;
  /** Its annotations may also make decisions more permissive: what it declares read-only is read-only. */
  readonly isTrusted: boolean;
  /** The server may ask the session's model, if the user agrees each time. Default: false. */
  readonly asksModel?: boolean | undefined;
  /** Undefined: the default for this kind of server. */
  readonly protocol: ProtocolChoice | undefined;
  /** Which of its tools are used, by their own names. */
  readonly tools: { readonly include: readonly string[] | undefined; readonly exclude: readonly string[] };
}

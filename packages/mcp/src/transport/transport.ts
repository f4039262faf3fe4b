import type { GivenSecrets } from './given-secrets.ts';
import type { JsonRpcMessage, OutgoingMessage, RequestId } from './json-rpc.ts';

/** What a transport receives. */
export type TransportEvent =
  | { readonly type: 'message'; readonly message: JsonRpcMessage }
  /** The answer to a request came, and can't be used: it was too long, say. */
  | {
      readonly type: 'lost';
      readonly id: RequestId | undefined;
      readonly reason: string;
      /** The status of the HTTP response that came in its place. */
      readonly status?: number | undefined;
      /** The request was not sent. */
      readonly isUnsent?: boolean | undefined;
    };

export interface SendOptions {
  /** Added to the HTTP request that carries the message. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Closes the stream of the request, where `closesStreams`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A connection to one server, already open: it carries messages and knows nothing of what they say. The client
 * (`client/peer.ts`) is the same over all of them. `transport/stdio-transport.ts` is one; another kind is one more file
 * here, and one more case in `transport/open-transport.ts`, which picks by `ServerConnection.kind`.
 */
export interface McpTransport {
  /** Never throws: a message for a server that has exited is dropped, and `messages` has ended. */
  send(message: OutgoingMessage, options?: SendOptions): void;
  /** Each request has a stream of its own. In the stateless era, closing it cancels the request. */
  readonly closesStreams?: boolean;
  /** What the server sends, in order. Ends when the connection does, for whatever reason. To be read once. */
  readonly messages: AsyncIterable<TransportEvent>;
  /** Why the connection has ended, as a sentence; undefined while it lives, and after `close`. */
  readonly failure: string | undefined;
  /** Of a connection that could not be used: what may help to see why, as a sentence. */
  readonly startHint?: string | undefined;
  /** What the server does that it should not, as a sentence for the user; the connection lives. */
  readonly notice?: string | undefined;
  /** What the server was given and may repeat. Undefined: nothing. */
  readonly secrets?: Pick<GivenSecrets, 'mask' | 'maskResult' | 'maskListing'> | undefined;
  /** The user must log in before the server responds. */
  readonly needsLogin?: boolean;
  /** The connection ended because the server has forgotten it: the request that was sent last was not carried out. */
  readonly isExpired?: boolean;
  /** The request that ended the connection because the server requires a login. The server didn't act on it. */
  readonly refused?: RequestId | undefined;
  /** Ends the connection and whatever carries it. Settles when nothing is left; may be called again. Never rejects. */
  close(): Promise<void>;
}

export type OpenedTransport =
  | { readonly ok: true; readonly transport: McpTransport }
  | {
      readonly ok: false;
      /** `needs-auth`: the user must log in first. */
      readonly code: 'failed' | 'needs-auth';
      /** For the user: what is wrong and how to fix it. */
      readonly reason: string;
    };

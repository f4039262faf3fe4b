import type { SchemaValidator } from '@sluice/core';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import type { TransportContext } from '../transport/transport-context.ts';
import type { ClientFacts } from './asks/answer-server.ts';
import type { CallBackground } from './movable-call.ts';
import type { ShowImage } from './results/check-images.ts';
import type { ServerLimits } from './server-limits.ts';

export interface McpServerOptions {
  readonly server: ConfiguredServer;
  readonly entry: ServerEntry;
  readonly transport: TransportContext;
  readonly limits: ServerLimits;
  readonly validator: SchemaValidator;
  /** Its tools wait for tool search. */
  readonly isDeferred: boolean;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly client: ClientFacts;
  /** The W3C `traceparent` that a call sends. Must not throw. */
  readonly traceparent: ((callId: string) => string | undefined) | undefined;
  /** Where long calls go on. Undefined: nowhere. */
  readonly background: CallBackground | undefined;
  /** Prepares images for models. Undefined: they are shown as they came. */
  readonly showImage: ShowImage | undefined;
  /** What the user can do if it can't be connected to, as a sentence. */
  readonly remedy: string | undefined;
  /** Its tools are known from an earlier session, and it connects when a tool is called, or by `wake`. */
  readonly usesCatalog: boolean;
  /** Waits until it is this server's turn to start; the returned function ends its turn. */
  readonly takeTurn: (signal: AbortSignal) => Promise<() => void>;
  /** Called when its tools, or what is known about it, have changed. Must not throw. */
  readonly onChange: () => void;
}

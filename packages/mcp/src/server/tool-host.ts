import type { AnyTool, MessageHandle, MessageOptions, ResultStore, ToolPool } from '@sluice/core';

/** The engine of one client: what that client has read counts for its own edits alone. */
export interface ClientEngine {
  openMessage(options: MessageOptions): MessageHandle;
  /** Ends the messages that are still open: their running calls are stopped. */
  endMessages(): Promise<void>;
}

/** What is served: the tools of a session, and an engine for each client. */
export interface ToolHost {
  readonly pool: Pick<ToolPool, 'tools' | 'find' | 'whyGone' | 'near' | 'onChange'>;
  /** False: clients don't see the tool and can't call it. Asked at each use. */
  offers(tool: AnyTool): boolean;
  /** Waits for a server that is connecting and may offer a tool of this name. Undefined: there is none. Default: none. */
  readonly arrival?: ((toolName: string) => Promise<void> | undefined) | undefined;
  /** Why a tool of this name is missing, in sentences. Default: not known. */
  readonly whyMissing?: ((toolName: string) => string | undefined) | undefined;
  /** Keeps the structured content of results whose clients get a part of it. Default: nothing does. */
  readonly store?: Pick<ResultStore, 'put'> | undefined;
  /** Called once for each client. */
  openClient(): ClientEngine;
}

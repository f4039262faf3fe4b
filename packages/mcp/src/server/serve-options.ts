import type { Server } from '@modelcontextprotocol/server';
import type { ServerIdentity } from './create-server.ts';
import type { Serving, ServingOptions } from './serving.ts';

/** How a session's tools are offered to MCP clients. */
export interface ServeOptions extends ServingOptions {
  readonly identity: ServerIdentity;
  /** Called with each server before it is connected, to add what is no tool. */
  readonly extend?: ((server: Server, serving: Serving) => void) | undefined;
  /** Told of what goes wrong beside all calls, a line each. Must not throw. */
  readonly onProblem: (text: string) => void;
}

/** A server that runs. */
export interface RunningServer extends AsyncDisposable {
  /** Resolves when no client can come any more: the input has ended, say. */
  readonly ended: Promise<void>;
}

import type { Server } from '@modelcontextprotocol/server';
import type { ServerIdentity } from './create-server.ts';
import type { Serving, ServingOptions } from './serving.ts';

/** How a session's tools are offered to MCP clients. */
export interface ServeOptions extends ServingOptions {
  readonly identity: ServerIdentity;
  /** Called with each server before it is connected, to add what is not a tool. */
  readonly extend?: ((server: Server, serving: Serving) => void) | undefined;
  /** Called with problems that don't belong to a call, one line each. Must not throw. */
  readonly onProblem: (text: string) => void;
}

/** A server that runs. */
export interface RunningServer extends AsyncDisposable {
  /** Resolves when no more clients can connect, for example at the end of the input. */
  readonly ended: Promise<void>;
}

import type { McpServerStatus } from './server-status.ts';

/**
 * The MCP servers of a session. They connect in the background; the tools of each join the session's pool as the source
 * `mcp:<name>`, and leave it when the server goes.
 */
export interface McpServers extends AsyncDisposable {
  /** In the order of their names. */
  status(): readonly McpServerStatus[];
  onChange(listener: () => void): () => void;
  /** Waits until none is connecting any more, at most `limitMs`. Returns the names of those that still are. */
  settled(limitMs: number, signal?: AbortSignal): Promise<readonly string[]>;
}

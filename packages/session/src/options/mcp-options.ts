import type { ServerAsks } from '@sluice/mcp';
import type { ClientChannel, PluginServers } from '@sluice/mcp/config';

/** Which MCP servers a session has. */
export interface McpOptions {
  /** Paths or JSON texts, as given to `--mcp-config`; later ones override earlier ones. */
  readonly configs?: readonly string[] | undefined;
  /**
   * Servers that plugins bring. Entries elsewhere win over theirs; they inherit only harmless variables, and may not be trusted. They count
   * even if `isStrict`.
   */
  readonly plugins?: readonly PluginServers[] | undefined;
  /** Servers in the program that started this one, by name; they win over others of that name. Default: none. */
  readonly clientServers?: ReadonlyMap<string, ClientChannel> | undefined;
  /** Only these servers and those of a policy. */
  readonly isStrict?: boolean | undefined;
  /** Names of the servers to start. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** Names of servers that are not started, as if they were not configured. Default: none. */
  readonly except?: readonly string[] | undefined;
  /**
   * Begin the session only when every server is connected or has failed. Default: wait a few seconds at most.
   */
  readonly waitsForAll?: boolean | undefined;
  /**
   * Milliseconds after which a call of the main agent goes on in the background, and the model is notified of its end. Default: it
   * doesn't; a client may still move it (`tasks.moveWaiting`).
   */
  readonly backgroundAfterMs?: number | undefined;
  /** The program's version, as sent to servers. */
  readonly version?: string | undefined;
  /**
   * Answers servers' questions, and says which kinds it can show. Default: no one, and servers are told so.
   */
  readonly asks?: ServerAsks | undefined;
  /** What the user types in this session to connect a server again, for what is said about one that failed. Default: there is no such command. */
  readonly reconnectCommand?: ((server: string) => string) | undefined;
  /** Gets a line for the user for each server that can't be connected to. Must not throw. Default: no one is notified. */
  readonly onMissing?: ((text: string) => void) | undefined;
}

import type { JsonObject, ToolPool } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { McpOptions } from '../options/mcp-options.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import { findMcpServers, openMcp, type OpenMcpContext } from './open-mcp.ts';

/** Servers that one agent has for itself. */
export interface AgentServers {
  /** Undefined: none could be started. */
  readonly servers: McpServers | undefined;
  /** What is wrong with them, one sentence each. */
  readonly notices: readonly string[];
}

/**
 * Starts MCP servers whose tools only one pool gets, and waits until they connect, as long as a session does.
 *
 * @param entries by name, as in `mcpServers` of a file
 */
export async function openAgentServers(
  entries: JsonObject,
  options: Pick<SessionPartsOptions, 'settings'> & { readonly mcp: McpOptions },
  context: OpenMcpContext,
): Promise<AgentServers> {
  const { settings, mcp } = options;
  const wanted = {
    ...mcp,
    configs: [JSON.stringify({ mcpServers: entries })],
    clientServers: undefined,
    onMissing: undefined,
    reconnectCommand: undefined,
    plugins: [],
    only: Object.keys(entries),
    isStrict: true,
    waitsForAll: true,
  };
  const found = await findMcpServers({ settings, mcp: wanted }, context);
  if (!found.ok) return { servers: undefined, notices: [found.message] };
  const servers = await openMcp(found.servers, wanted, context);
  await servers?.readyForFirstRequest();
  return { servers, notices: found.notices };
}

/** Opens servers for one agent, with the session's settings. */
export type OpenAgentServers = (entries: JsonObject, pool: ToolPool) => Promise<AgentServers>;

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

/** What a definition of an agent configures. */
export interface AgentServerEntries {
  /** By name, as in `mcpServers` of a file. */
  readonly entries: JsonObject;
  /** Absolute: the file of the project that has them. Undefined: they are the user's own, or an administrator's. */
  readonly projectFile: string | undefined;
}

/**
 * Starts MCP servers whose tools only one pool gets, and waits until they connect, as long as a session does. Those of a project have no
 * more rights than those of its `.mcp.json`: each needs an approval, and gets a limited environment.
 */
export async function openAgentServers(
  { entries, projectFile }: AgentServerEntries,
  options: Pick<SessionPartsOptions, 'settings'> & { readonly mcp: McpOptions },
  context: OpenMcpContext,
): Promise<AgentServers> {
  const { settings, mcp } = options;
  const text = JSON.stringify({ mcpServers: entries });
  const wanted = {
    ...mcp,
    configs: projectFile === undefined ? [text] : [],
    agentFile: projectFile === undefined ? undefined : { path: projectFile, text },
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
export type OpenAgentServers = (configured: AgentServerEntries, pool: ToolPool) => Promise<AgentServers>;

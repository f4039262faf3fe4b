import { getOwn, isJsonObject, type AnyTool, type JsonObject } from '@sluice/core';
import type { McpServers, McpServerState, McpServerStatus } from '@sluice/mcp';
import type { PrintAgent } from '../open-print-agent.ts';

/** The five states that clients know. */
const CLIENT_STATES = {
  disabled: 'disabled',
  'pending-approval': 'pending',
  connecting: 'pending',
  cached: 'connected',
  connected: 'connected',
  'needs-auth': 'needs-auth',
  failed: 'failed',
} as const satisfies Readonly<Record<McpServerState, string>>;

export function clientMcpState(state: McpServerState): string {
  return CLIENT_STATES[state];
}

/** Where its definition comes from, in the terms of clients: what they trust depends on it. */
export function clientMcpSource({
  scope,
  isInClient,
}: Pick<McpServerStatus, 'scope' | 'isInClient'>): string {
  if (isInClient) return 'sdk';
  return scope === 'flag' ? 'dynamic' : scope;
}

/** The MCP server that has a tool. Undefined: none has. */
export function mcpServerOf(
  { agent, parts }: Pick<PrintAgent, 'agent' | 'parts'>,
  toolName: string,
): { readonly name: string; readonly source: string } | undefined {
  const name = getOwn(agent.runtime.pool.find(toolName)?.annotations ?? {}, 'mcpServer');
  const server = parts.mcp?.status().find((one) => one.name === name);
  return server && { name: server.name, source: clientMcpSource(server) };
}

/** The tools that the model has, by the names that it calls them. */
type Tools = { find(name: string): Pick<AnyTool, 'description' | 'annotations'> | undefined };

/** The response to the control request `mcp_status`. */
export function mcpStatus(servers: Pick<McpServers, 'status'> | undefined, tools: Tools): object {
  return { mcpServers: (servers?.status() ?? []).map((server) => toClient(server, tools)) };
}

function toClient(server: McpServerStatus, pool: Tools): object {
  const { name, state, scope, reason, problems, serverInfo, tools, config } = server;
  return {
    name,
    status: clientMcpState(state),
    scope: scope === 'flag' ? 'dynamic' : scope,
    source: clientMcpSource(server),
    serverInfo,
    config,
    error: reason,
    problems,
    tools: tools.map((tool) => ({ name: ownName(tool, name), ...aboutTool(pool.find(tool)) })),
  };
}

function aboutTool(tool: ReturnType<Tools['find']>): object {
  if (tool === undefined) return {};
  const { description, annotations } = tool;
  const declared = getOwn(annotations, 'mcpAnnotations');
  return {
    description: typeof description === 'string' ? description : undefined,
    annotations: isJsonObject(declared) ? annotationsForClient(declared) : undefined,
  };
}

/** What the server says of its tool, as far as it does. */
function annotationsForClient(declared: JsonObject): object {
  return {
    readOnly: getOwn(declared, 'readOnlyHint'),
    destructive: getOwn(declared, 'destructiveHint'),
    openWorld: getOwn(declared, 'openWorldHint'),
  };
}

/** The name that the server has given a tool, as far as the session's name for it tells: clients know which server it is of. */
function ownName(tool: string, server: string): string {
  const prefix = `mcp__${server.replaceAll(/[^A-Za-z0-9_-]/g, '_')}__`;
  return tool.startsWith(prefix) ? tool.slice(prefix.length) : tool;
}

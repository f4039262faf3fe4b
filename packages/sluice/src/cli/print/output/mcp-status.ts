import type { McpServers, McpServerState, McpServerStatus } from '@sluice/mcp';

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

/** The response to the control request `mcp_status`. */
export function mcpStatus(servers: Pick<McpServers, 'status'> | undefined): object {
  return { mcpServers: (servers?.status() ?? []).map(toClient) };
}

function toClient({ name, state, scope, reason, serverInfo, tools }: McpServerStatus): object {
  return {
    name,
    status: clientMcpState(state),
    scope,
    serverInfo,
    error: reason,
    tools: tools.map((tool) => ({ name: ownName(tool, name) })),
  };
}

/** The name that the server has given a tool, as far as the session's name for it tells: clients know which server it is of. */
function ownName(tool: string, server: string): string {
  const prefix = `mcp__${server.replaceAll(/[^A-Za-z0-9_-]/g, '_')}__`;
  return tool.startsWith(prefix) ? tool.slice(prefix.length) : tool;
}

export type { McpScope, McpServerState, McpServerStatus } from './server-status.ts';
export type { McpServers } from './servers.ts';

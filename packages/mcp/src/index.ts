export type { McpScope, McpServerState, McpServerStatus } from './server-status.ts';
export type { McpServers, McpServersOptions } from './servers.ts';
export { openMcpServers } from './servers.ts';
export type { ConfiguredServer } from './config/configured-server.ts';
export type { ClientFacts } from './client/answer-server.ts';
export type { ServerAsks } from './client/elicitation.ts';
export type { CallBackground, EndedCall } from './client/movable-call.ts';
export type { PeerAnswer } from './client/peer.ts';
export type { GotPrompt, McpPrompt, McpPromptArgument } from './client/prompts.ts';

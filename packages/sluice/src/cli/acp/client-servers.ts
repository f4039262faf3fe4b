import type { McpServer } from '@agentclientprotocol/sdk';
import type { JsonObject } from '@sluice/core';

/** The servers that a client names, as JSON text for `--mcp-config`. Undefined: none. */
export function clientServers(servers: readonly McpServer[]): string | undefined {
  if (servers.length === 0) return undefined;
  const mcpServers = Object.fromEntries(servers.map((server) => [server.name, entryOf(server)]));
  return JSON.stringify({ mcpServers });
}

function entryOf(server: McpServer): JsonObject {
  if ('type' in server && (server.type === 'http' || server.type === 'sse')) {
    return { type: server.type, url: server.url, headers: pairs(server.headers) };
  }
  if (!('command' in server)) return {};
  return { type: 'stdio', command: server.command, args: [...server.args], env: pairs(server.env) };
}

function pairs(list: readonly { readonly name: string; readonly value: string }[]): JsonObject {
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

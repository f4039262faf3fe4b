import type { PluginServers } from '@sluice/mcp/config';

/** Options of every command that works with MCP servers. */
export interface McpFlags {
  readonly configs: readonly string[];
  readonly isStrict: boolean;
  /** Default: none. */
  readonly plugins?: readonly PluginServers[] | undefined;
}

export const MCP_FLAGS = {
  'mcp-config': { type: 'string', multiple: true },
  'strict-mcp-config': { type: 'boolean' },
} as const;

export const MCP_EXPECTED = {
  'mcp-config': 'a file with MCP servers, or JSON',
};

interface Values {
  readonly 'mcp-config'?: readonly string[] | undefined;
  readonly 'strict-mcp-config'?: boolean | undefined;
}

export function parseMcpFlags(values: Values): McpFlags {
  return { configs: values['mcp-config'] ?? [], isStrict: values['strict-mcp-config'] === true };
}

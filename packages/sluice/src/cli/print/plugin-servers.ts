import { join } from 'node:path';
import type { PluginServers } from '@sluice/mcp/config';
import type { Plugin } from '@sluice/session';

/** The MCP servers that a plugin brings, as its `.mcp.json` has them. */
export function pluginServers({ name, servers, directory }: Plugin): readonly PluginServers[] {
  return servers === undefined ? [] : [{ plugin: name, path: join(directory, '.mcp.json'), text: servers }];
}

import { join } from 'node:path';
import type { PluginServers } from '@sluice/mcp/config';
import { homedir } from 'node:os';

export const PLUGIN_OPTION = { 'plugin-dir': { type: 'string', multiple: true } } as const;

export const PLUGIN_EXPECTED = { 'plugin-dir': 'the directory of a plugin' };

type ReadPluginServers =
  | { readonly ok: true; readonly plugins: readonly PluginServers[] }
  /** A sentence: what is wrong with a directory. */
  | { readonly ok: false; readonly message: string };

/** The servers of the plugins in these directories. Loads what reads them only if there is one. */
export async function pluginServers(
  directories: readonly string[] | undefined,
  cwd: string,
): Promise<ReadPluginServers> {
  if (directories === undefined) return { ok: true, plugins: [] };
  const { readPlugin } = await import('@sluice/session');
  const { env } = process;
  const place = { cwd, env, home: env['HOME'] ?? homedir(), hasServers: true };
  const plugins: PluginServers[] = [];
  for (const path of directories) {
    const read = readPlugin(path, place);
    if (!read.ok) return read;
    const { name, directory, servers } = read.plugin;
    if (servers !== undefined)
      plugins.push({ plugin: name, path: join(directory, '.mcp.json'), text: servers });
  }
  return { ok: true, plugins };
}

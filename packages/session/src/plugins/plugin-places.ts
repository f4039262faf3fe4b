import { join } from 'node:path';
import { realDirectory, type PluginDirectories } from '@sluice/base';
import { isInside } from '@sluice/core';

/** What a plugin's hooks, servers, skills and agents are read from. */
const PARTS = ['.claude-plugin', 'hooks', '.mcp.json', '.lsp.json', 'skills', 'commands', 'agents'] as const;

/**
 * Paths of a plugin that calls must not change unasked, since the next session runs what they hold: the whole directory, with the
 * programs that its hooks start, and its data, where it may have installed more of them. If the project itself is the plugin, only its
 * parts.
 * @param cwd absolute and real
 */
export function pluginPlaces({ root: directory, data }: PluginDirectories, cwd: string): readonly string[] {
  const real = realDirectory(directory) ?? directory;
  const places = isInside(cwd, real) ? PARTS.map((name) => join(real, name)) : [real];
  return directory === real || isInside(cwd, real) ? [...places, data] : [...places, data, directory];
}

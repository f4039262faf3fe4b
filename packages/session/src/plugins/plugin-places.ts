import { join } from 'node:path';
import { realDirectory } from '@sluice/base';
import { isInside } from '@sluice/core';

/** What a plugin's hooks, servers, skills and agents are read from. */
const PARTS = ['.claude-plugin', 'hooks', '.mcp.json', '.lsp.json', 'skills', 'commands', 'agents'] as const;

/**
 * Paths of a plugin that calls must not change unasked, since the next session runs what they hold: the whole directory, with the
 * programs that its hooks start. If the project itself is the plugin, only its parts.
 * @param directory absolute
 * @param cwd absolute and real
 */
export function pluginPlaces(directory: string, cwd: string): readonly string[] {
  const real = realDirectory(directory) ?? directory;
  const places = isInside(cwd, real) ? PARTS.map((name) => join(real, name)) : [real];
  return directory === real || isInside(cwd, real) ? places : [...places, directory];
}

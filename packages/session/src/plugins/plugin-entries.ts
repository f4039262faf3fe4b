import { pluginVariables, type PluginDirectories } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';

/** Entries of servers by name; each program gets the plugin's directories as variables, unless its entry has its own. */
export function pluginEntries(
  entries: Readonly<Record<string, unknown>>,
  directories: PluginDirectories,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      if (!isJsonObject(entry) || getOwn(entry, 'command') === undefined) return [name, entry];
      const env = getOwn(entry, 'env') ?? {};
      return [
        name,
        isJsonObject(env) ? { ...entry, env: { ...pluginVariables(directories), ...env } } : entry,
      ];
    }),
  );
}

import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { getOwn, isJsonObject } from '@sluice/core';
import type { TracedValue } from '@sluice/settings';

/** A directory that brings skills, commands, agents, hooks and MCP servers. The person named it, so all of it takes effect. */
export interface Plugin {
  /** Goes before the names of its skills, commands and agents: `name:skill`. */
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  /** As its manifest says. Undefined: it says none. */
  readonly version: string | undefined;
  /** As in a settings file. Undefined: it has none. */
  readonly hooks: TracedValue | undefined;
  /** As in `--mcp-config`: JSON. Undefined: it has none. */
  readonly servers: string | undefined;
}

export type ReadPlugin =
  | { readonly ok: true; readonly plugin: Plugin }
  /** A sentence: what is wrong. */
  | { readonly ok: false; readonly message: string };

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const ROOT = '${CLAUDE_PLUGIN_ROOT}';

/** @param given the path of the plugin's directory, relative to `cwd` */
export function readPlugin(given: string, cwd: string, hasServers: boolean): ReadPlugin {
  const directory = resolve(cwd, given);
  const wrong = (message: string): ReadPlugin => ({
    ok: false,
    message: `The plugin ${directory} ${message}`,
  });
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    return wrong('is not a directory.');
  const file = (path: string): string => join(directory, path);
  const manifest = readJson(file('.claude-plugin/plugin.json'));
  if (manifest === 'broken') return wrong('has a .claude-plugin/plugin.json that is not a JSON object.');
  const name = manifest === undefined ? basename(directory) : getOwn(manifest, 'name');
  if (typeof name !== 'string' || !NAME.test(name))
    return wrong(
      `needs a name of up to 64 letters, digits, dots, hyphens and underscores; it has ${JSON.stringify(name)}.`,
    );
  const version = manifest && getOwn(manifest, 'version');
  const hooks = readJson(file('hooks/hooks.json'), directory);
  if (hooks === 'broken') return wrong('has a hooks/hooks.json that is not a JSON object.');
  const servers = hasServers ? readJson(file('.mcp.json'), directory) : undefined;
  if (servers === 'broken') return wrong('has a .mcp.json that is not a JSON object.');
  const value = hooks && getOwn(hooks, 'hooks');
  return {
    ok: true,
    plugin: {
      name,
      directory,
      version: typeof version === 'string' ? version : undefined,
      hooks:
        value === undefined
          ? undefined
          : {
              source: 'user',
              file: file('hooks/hooks.json'),
              value,
              text: JSON.stringify(hooks),
              isFromTrustedRoot: () => true,
              pluginRoot: directory,
            },
      servers: servers && JSON.stringify({ mcpServers: withRoot(servers, directory) }),
    },
  };
}

/** The entries of servers; each program gets the plugin's directory as a variable. */
function withRoot(servers: object, directory: string): object {
  const entries = getOwn(servers, 'mcpServers') ?? servers;
  if (!isJsonObject(entries)) return servers;
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      if (!isJsonObject(entry) || getOwn(entry, 'command') === undefined) return [name, entry];
      const env = getOwn(entry, 'env') ?? {};
      return [name, isJsonObject(env) ? { ...entry, env: { CLAUDE_PLUGIN_ROOT: directory, ...env } } : entry];
    }),
  );
}

/** @param root takes the place of `${CLAUDE_PLUGIN_ROOT}` in texts */
function readJson(path: string, root?: string): object | 'broken' | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text, (_, each: unknown) =>
      typeof each === 'string' && root !== undefined ? each.replaceAll(ROOT, root) : each,
    );
    return isJsonObject(value) ? value : 'broken';
  } catch {
    return 'broken';
  }
}

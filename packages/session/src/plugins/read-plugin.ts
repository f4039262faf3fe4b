import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fillPluginDirectories, type PluginDirectories } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { configDirectories, type SettingsPlace, type TracedValue } from '@sluice/settings';
import { pluginEntries } from './plugin-entries.ts';

/** A directory that brings skills, commands, agents, hooks and MCP servers. The person named it, so all of it takes effect. */
export interface Plugin {
  /** Goes before the names of its skills, commands and agents: `name:skill`. */
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
  readonly directories: PluginDirectories;
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

interface PluginContext extends Pick<SettingsPlace, 'env' | 'home'> {
  readonly cwd: string;
  /** Its MCP servers are read. */
  readonly hasServers: boolean;
}

/** @param given the path of the plugin's directory, relative to `cwd` */
export function readPlugin(given: string, { cwd, hasServers, ...place }: PluginContext): ReadPlugin {
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
  const directories = { root: directory, data: dataDirectory(name, directory, place) };
  const version = manifest && getOwn(manifest, 'version');
  const hooks = readJson(file('hooks/hooks.json'), directories);
  if (hooks === 'broken') return wrong('has a hooks/hooks.json that is not a JSON object.');
  const servers = hasServers ? readJson(file('.mcp.json'), directories) : undefined;
  if (servers === 'broken') return wrong('has a .mcp.json that is not a JSON object.');
  const value = hooks && getOwn(hooks, 'hooks');
  return {
    ok: true,
    plugin: {
      name,
      directory,
      directories,
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
              plugin: directories,
            },
      servers: servers && JSON.stringify({ mcpServers: serversOf(servers, directories) }),
    },
  };
}

/** Where a plugin that is loaded from a directory keeps its data: as Claude Code names it, so that both find the same. */
function dataDirectory(name: string, directory: string, place: Pick<SettingsPlace, 'env' | 'home'>): string {
  const { claude } = configDirectories(place);
  // Without a home, there is no place but the plugin's own.
  return claude === undefined
    ? join(directory, 'data')
    : join(claude, 'plugins/data', `${name.replaceAll(/[^\w-]/g, '-')}-inline`);
}

function serversOf(file: object, directories: PluginDirectories): object {
  const entries = getOwn(file, 'mcpServers') ?? file;
  return isJsonObject(entries) ? pluginEntries(entries, directories) : file;
}

/** @param directories take the place of their variables in texts */
function readJson(path: string, directories?: PluginDirectories): object | 'broken' | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text, (_, each: unknown) =>
      typeof each === 'string' ? fillPluginDirectories(each, directories) : each,
    );
    return isJsonObject(value) ? value : 'broken';
  } catch {
    return 'broken';
  }
}

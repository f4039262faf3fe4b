import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText, fillPluginDirectories, type PluginDirectories } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import { configDirectories, findRepository } from '@sluice/settings';
import type { ServerConfig } from '@sluice/tools';
import type { LocalPermission } from '../permission/open-permission.ts';
import { pluginEntries } from '../plugins/plugin-entries.ts';
import type { Plugin } from '../plugins/read-plugin.ts';

export interface LanguageServerPlaces {
  /** Absolute and real. */
  readonly cwd: string;
  readonly loaded: LocalPermission['loaded'];
  readonly plugins: readonly Plugin[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface ReadServers {
  /** A name counts once: the project's above plugins', settings' and the user's own. */
  readonly configs: readonly ServerConfig[];
  /** What was left out and why, in sentences. */
  readonly notices: readonly string[];
}

/** The servers of `.lsp.json` in the project, plugins, the setting `lsp`, and `.lsp.json` among the user's settings, in this order. */
export function readLanguageServers({ cwd, loaded, plugins, env }: LanguageServerPlaces): ReadServers {
  const configs = new Map<string, ServerConfig>();
  const notices: string[] = [];
  const add = (place: string, value: unknown): void => {
    if (!isJsonObject(value)) {
      notices.push(`${place} must be an object of language servers by name; it has no effect.`);
      return;
    }
    const servers = getOwn(value, 'lspServers') ?? value;
    for (const [name, entry] of Object.entries(isJsonObject(servers) ? servers : {})) {
      const read = readServer(name, entry);
      if (typeof read === 'string')
        notices.push(`${place}: the language server ${JSON.stringify(name)} is left out: ${read}`);
      else if (!configs.has(name)) configs.set(name, read);
    }
  };
  const root = findRepository(cwd)?.root ?? cwd;
  for (const directory of loaded.isSafe ? [] : new Set([cwd, root])) {
    const path = join(directory, '.lsp.json');
    const value = readJson(path, notices);
    if (value === undefined) continue;
    if (loaded.trusts(path, directory)) add(path, value);
    else
      notices.push(
        `The language servers in ${path} are not used, because the project is not trusted. To trust it: sluice rules trust`,
      );
  }
  for (const { directory, directories } of plugins) {
    const path = join(directory, '.lsp.json');
    const value = readJson(path, notices, directories);
    if (value !== undefined) add(path, isJsonObject(value) ? pluginEntries(value, directories) : value);
  }
  const ofSettings = loaded.setting('lsp')?.value;
  if (ofSettings !== undefined) add('the setting "lsp"', ofSettings);
  const { sluice, claude } = configDirectories({ env, home: loaded.home });
  for (const directory of loaded.isSafe ? [] : [sluice, claude]) {
    const path = directory === undefined ? undefined : join(directory, '.lsp.json');
    const value = path === undefined ? undefined : readJson(path, notices);
    if (path !== undefined && value !== undefined) add(path, value);
  }
  return { configs: [...configs.values()], notices };
}

/** @param directories take the place of their variables in texts */
function readJson(path: string, notices: string[], directories?: PluginDirectories): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text, (_, each: unknown) =>
      typeof each === 'string' ? fillPluginDirectories(each, directories) : each,
    );
  } catch (error) {
    notices.push(`${path} is not JSON and has no effect: ${errorText(error)}`);
    return undefined;
  }
}

const SECOND = 1000;

/** A server, or what is wrong with its entry: a sentence. */
export function readServer(name: string, entry: unknown): ServerConfig | string {
  if (!isJsonObject(entry)) return 'its entry must be an object.';
  const command = getOwn(entry, 'command');
  if (typeof command !== 'string' || command.trim() === '') return '"command" must name a program.';
  const args = getOwn(entry, 'args') ?? [];
  if (!Array.isArray(args) || !args.every((one) => typeof one === 'string'))
    return '"args" must be a list of texts.';
  const transport = getOwn(entry, 'transport') ?? 'stdio';
  if (transport !== 'stdio')
    return `the transport ${JSON.stringify(transport)} is not supported; use "stdio".`;
  const extensions = textsOf(getOwn(entry, 'extensionToLanguage'));
  if (extensions === undefined || extensions.length === 0)
    return '"extensionToLanguage" must be an object such as { ".ts": "typescript" }.';
  const env = textsOf(getOwn(entry, 'env') ?? {});
  if (env === undefined) return '"env" must be an object of texts.';
  const settings = getOwn(entry, 'settings') ?? {};
  if (!isJsonObject(settings)) return '"settings" must be an object.';
  const workspaceFolder = getOwn(entry, 'workspaceFolder');
  if (workspaceFolder !== undefined && (typeof workspaceFolder !== 'string' || workspaceFolder === ''))
    return '"workspaceFolder" must be a directory, such as "packages/web".';
  const numbers = ['startupTimeout', 'shutdownTimeout', 'maxRestarts'].map((key) => getOwn(entry, key));
  if (numbers.some((one) => one !== undefined && !(typeof one === 'number' && one >= 0)))
    return '"startupTimeout", "shutdownTimeout" (milliseconds) and "maxRestarts" must be numbers from 0.';
  const [startup, shutdown, restarts] = numbers.map((one) => (typeof one === 'number' ? one : undefined));
  return {
    ...{ name, command, args, settings, workspaceFolder },
    extensions: new Map(
      extensions.map(([key, id]) => [(key.startsWith('.') ? key : `.${key}`).toLowerCase(), id]),
    ),
    env: Object.fromEntries(env),
    initializationOptions: getOwn(entry, 'initializationOptions'),
    startupTimeoutMs: startup ?? 30 * SECOND,
    shutdownTimeoutMs: Math.min(shutdown ?? 5 * SECOND, 5 * SECOND),
    restartOnCrash: getOwn(entry, 'restartOnCrash') !== false,
    maxRestarts: restarts ?? 3,
    diagnostics: getOwn(entry, 'diagnostics') !== false,
  };
}

function textsOf(value: unknown): readonly (readonly [string, string])[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? entries
    : undefined;
}

import { commandEnvironment, loadSettings, type LoadedSettings, type SettingsPlace } from '@sluice/settings';
import { findServers, type FoundServers } from '@sluice/mcp/config';
import type { McpFlags } from '../mcp-flags.ts';

/** The servers that a run in this directory would have. */
export interface OwnServers extends FoundServers {
  readonly loaded: LoadedSettings;
  /** Environment variables for commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts nothing. */
export function findOwnServers(
  place: SettingsPlace,
  { configs, isStrict }: McpFlags,
  settings: readonly string[] | undefined,
): OwnServers {
  const loaded = loadSettings({ ...place, files: settings });
  const { env } = commandEnvironment(loaded, place.env);
  const found = findServers({
    ...place,
    cwd: loaded.cwd,
    env,
    startEnv: place.env,
    trustRoot: loaded.trustRoot,
    flags: configs,
    isStrict,
    sources: undefined,
    setting: loaded.setting,
  });
  return { ...found, loaded, env };
}

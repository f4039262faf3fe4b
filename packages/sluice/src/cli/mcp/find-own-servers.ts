import {
  commandEnvironment,
  loadSettings,
  problemText,
  type LoadedSettings,
  type SettingsPlace,
} from '@sluice/settings';
import { findServers, type ConfiguredServer, type FoundServers } from '@sluice/mcp/config';
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
  { configs, isStrict, plugins }: McpFlags,
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
    isTrusted: loaded.isTrusted,
    flags: configs,
    plugins,
    isStrict,
    sources: undefined,
    setting: loaded.setting,
  });
  return { ...found, ...withSettingsProblems(found, loaded), loaded, env };
}

const NOT_KNOWN =
  "It is not started, because Sluice can't read all settings that might deny it. Fix them; sluice doctor shows what is wrong.";
const OF_SERVERS = /"(?:allowed|denied|disabled|enabled)Mcp(?:json)?Servers[".]/;

/** As a session that would not start: with settings that can't be read, no server starts. */
function withSettingsProblems(found: FoundServers, { problems }: LoadedSettings): FoundServers {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(
    ({ severity, message }) => severity === 'warning' && OF_SERVERS.test(message),
  );
  const servers = errors.length === 0 ? found.servers : found.servers.map(withoutStart);
  return {
    ...found,
    servers,
    errors: [...errors.map(problemText), ...found.errors],
    problems: [...warnings.map(problemText), ...found.problems],
  };
}

function withoutStart(server: ConfiguredServer): ConfiguredServer {
  return server.start.status === 'ready'
    ? { ...server, start: { status: 'failed', reason: NOT_KNOWN } }
    : server;
}

import { DefinitionFiles, type AgentDefinition } from '@sluice/agent';
import { createContextFileGate } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { findServers, type ConfiguredServer } from '@sluice/mcp/config';
import { openPermission } from '@sluice/session';
import { hooksProblem, readAgentTypes } from '@sluice/session/agent';
import { commandEnvironment, type LoadedSettings, type SettingsPlace } from '@sluice/settings';

/** The servers that the project's agent files configure. They start with their agents, and are none of the session. Starts nothing. */
export async function findAgentServers(
  place: SettingsPlace,
  loaded: LoadedSettings,
): Promise<readonly ConfiguredServer[]> {
  const { env } = commandEnvironment(loaded, place.env);
  const definitions = await projectAgents(place, env);
  return definitions.flatMap(({ file, mcpServers }) => {
    const entries = mcpServers.flatMap((server) =>
      typeof server === 'string' ? [] : Object.entries(server),
    );
    if (file === undefined || entries.length === 0) return [];
    const text = JSON.stringify({ mcpServers: Object.fromEntries(entries) });
    const { servers } = findServers({
      ...place,
      cwd: loaded.cwd,
      env,
      startEnv: place.env,
      trustRoot: loaded.trustRoot,
      isTrusted: loaded.isTrusted,
      flags: [],
      agentFile: { path: file, text },
      isStrict: true,
      sources: undefined,
      setting: loaded.setting,
    });
    return servers.filter(({ agentFile }) => agentFile !== undefined);
  });
}

async function projectAgents(
  { cwd }: SettingsPlace,
  env: LoadedEnvironment,
): Promise<readonly AgentDefinition[]> {
  const opened = await openPermission({
    cwd,
    env: process.env,
    mode: undefined,
    settings: {},
    remedy: '',
    files: createNodeFiles(),
    knownTools: () => [],
  });
  if (!opened.ok) return [];
  const { permission } = opened;
  const { policy, state, loaded } = permission;
  const gate = createContextFileGate({ policy, current: state.current, isTrusted: loaded.trusts });
  const files = new DefinitionFiles(gate, hooksProblem);
  const { definitions } = await readAgentTypes({
    cwd,
    permission,
    env,
    files,
    options: { readsFiles: true },
  });
  return definitions.filter(({ source }) => source === 'project');
}

type LoadedEnvironment = Readonly<Record<string, string | undefined>>;

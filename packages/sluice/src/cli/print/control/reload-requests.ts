import type { AgentDefinition, Command } from '@sluice/agent';
import type { McpServers } from '@sluice/mcp';
import type { Plugin } from '@sluice/session';
import type { AssembledAgent } from '@sluice/session/agent';
import { mcpStatus } from '../output/mcp-status.ts';
import { agentForClient, commandForClient } from './initialize-info.ts';

interface ReloadSkillsScope {
  readonly agent: Pick<AssembledAgent, 'commands'>;
  /** Before the answer: the client's own list of commands would otherwise stay as it was. */
  readonly tellCommands: () => Promise<void>;
}

interface ReloadPluginsScope extends ReloadSkillsScope {
  readonly agent: Pick<AssembledAgent, 'commands' | 'runtime'>;
  readonly agentTypes: () => Promise<readonly AgentDefinition[]>;
  readonly plugins: readonly Pick<Plugin, 'name' | 'directory'>[];
  readonly mcp: Pick<McpServers, 'status'> | undefined;
}

/** The request `reload_skills`: files are looked at each time they are needed, so that the list is that of now. */
export async function reloadSkills({ agent, tellCommands }: ReloadSkillsScope): Promise<object> {
  await tellCommands();
  return { skills: (await list(agent)).filter(({ isSkill }) => isSkill).map(commandForClient) };
}

/** The request `reload_plugins`: their skills, commands and agents are read again; hooks and servers come with the session. */
export async function reloadPlugins(scope: ReloadPluginsScope): Promise<object> {
  const { agent, agentTypes, plugins, mcp } = scope;
  await scope.tellCommands();
  return {
    commands: (await list(agent)).map(commandForClient),
    agents: (await agentTypes()).map(agentForClient),
    plugins: plugins.map(({ name, directory }) => ({ name, path: directory })),
    ...mcpStatus(mcp, agent.runtime.pool),
    error_count: 0,
  };
}

async function list({ commands }: Pick<AssembledAgent, 'commands'>): Promise<readonly Command[]> {
  return (await commands?.list()) ?? [];
}

import type { AgentDefinition, Command } from '@sluice/agent';
import type { McpServers } from '@sluice/mcp';
import type { Plugin } from '@sluice/session';
import type { AssembledAgent } from '@sluice/session/agent';
import { mcpStatus } from '../output/mcp-status.ts';
import { agentForClient, commandForClient } from './initialize-info.ts';

interface ReloadScope {
  readonly agent: Pick<AssembledAgent, 'commands' | 'runtime'>;
  readonly agentTypes: () => Promise<readonly AgentDefinition[]>;
  readonly plugins: readonly Pick<Plugin, 'name' | 'directory'>[];
  readonly mcp: Pick<McpServers, 'status'> | undefined;
}

/** The request `reload_skills`: files are looked at each time they are needed, so that the list is that of now. */
export async function reloadSkills({
  agent,
}: {
  readonly agent: Pick<AssembledAgent, 'commands'>;
}): Promise<object> {
  return { skills: (await list(agent)).filter(({ isSkill }) => isSkill).map(commandForClient) };
}

/** The request `reload_plugins`: their skills, commands and agents are read again; hooks and servers come with the session. */
export async function reloadPlugins({ agent, agentTypes, plugins, mcp }: ReloadScope): Promise<object> {
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

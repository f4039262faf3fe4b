import type { AgentDefinition } from '@sluice/agent';

/** The definition with all tools of the servers that it names, whether its list of tools has them or not. */
export function withNamedServers(definition: AgentDefinition): AgentDefinition {
  const { tools, mcpServers } = definition;
  const named = mcpServers.filter((server) => typeof server === 'string');
  if (tools === undefined || named.length === 0) return definition;
  return {
    ...definition,
    tools: [...tools, ...named.map((name) => `mcp__${name.replaceAll(/[^\w-]/g, '_')}`)],
  };
}

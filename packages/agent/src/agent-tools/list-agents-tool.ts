import { defineTool, escapeHarnessTags, readNamed, type JsonSchema } from '@sluice/core';
import type { SubAgentInfo, SubAgentPort } from './sub-agent-port.ts';

const inputSchema: JsonSchema<Record<string, never>> = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

type ListedAgent = Pick<SubAgentInfo, 'id' | 'name' | 'type' | 'state' | 'description'>;

/** Agents shown, the latest. */
const MAX_SHOWN = 100;

/** The `ListAgents` tool. */
export function createListAgentsTool(port: SubAgentPort) {
  return defineTool<typeof inputSchema, { readonly agents: readonly ListedAgent[] }>({
    name: 'ListAgents',
    description: 'Lists the agents of this session: id, name, type, state, and what they do.',
    searchHint: 'which sub-agents exist and whether they are running',
    inputSchema,
    isDeferred: true,
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [readNamed('messages'), readNamed('tasks')],
    checkPermissions: () => ({ behavior: 'allow' }),
    call: () =>
      Promise.resolve({
        data: {
          agents: port
            .list()
            .map(({ id, name, type, state, description }) => ({ id, name, type, state, description })),
        },
      }),
    toModel({ agents }) {
      if (agents.length === 0) return 'This session has no other agents.';
      const lines = agents
        .slice(-MAX_SHOWN)
        .map(({ id, name, type, state, description }) => `${id} ${name} (${type}): ${state}. ${description}`);
      const more =
        agents.length > MAX_SHOWN ? [`${agents.length - MAX_SHOWN} earlier agents are not shown.`] : [];
      // Other models have written the descriptions.
      return escapeHarnessTags([...more, ...lines].join('\n'));
    },
  });
}

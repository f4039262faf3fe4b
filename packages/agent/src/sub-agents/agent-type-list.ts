import type { TailItem } from '../tail-list/tail-list.ts';
import type { AgentDefinition } from './agent-definition.ts';

/** The line above the list of types, which explains the list to the model. */
export const AGENT_TYPES_TITLE = 'Types of agents for the Agent tool (subagent_type):';

const MAX_DESCRIPTION = 1000;

/** A type as described to the model. */
export function agentTypeItem({ name, description, tools, background }: AgentDefinition): TailItem {
  const shown =
    description.length <= MAX_DESCRIPTION
      ? description
      : `${description.slice(0, MAX_DESCRIPTION).toWellFormed()}…`;
  const has = tools === undefined ? '' : ` (tools: ${tools.length === 0 ? 'none' : tools.join(', ')})`;
  return { name, text: `${shown}${has}${background === false ? ' (waits for its end)' : ''}` };
}

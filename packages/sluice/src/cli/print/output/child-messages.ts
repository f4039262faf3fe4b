import type { AgentEvent } from '@sluice/agent';
import { getOwn, isJsonObject, type AgentIdentity } from '@sluice/core';
import { createPrintMessages, type PrintMessages } from './print-messages.ts';

/** Which messages of sub-agents a client wants. */
interface ChildMessageOptions {
  /** Also their texts and thinking. Without it: their calls and the results. */
  readonly forwardsText: boolean;
  /** What an agent was opened for. Undefined: unknown. */
  readonly descriptionOf?: (agentId: string) => string | undefined;
}

/**
 * The messages of agents that a call has started, each attributed to that call (`parent_tool_use_id`), at every depth. Those of an
 * agent that no call has started, such as a hook, are attributed to its own id: without any, clients take them for the main agent's.
 */
interface ChildMessages {
  take(agent: AgentIdentity, event: AgentEvent): readonly object[];
}

const MESSAGE_OPTIONS = {
  includesPartialMessages: false,
  includesHookEvents: false,
  replaysUserMessages: false,
};
const NO_PROGRESS = { take() {} };
/** Messages about the whole session, or its end, belong to the main agent. */
const TYPES: readonly AgentEvent['type'][] = ['engine', 'user', 'assistant', 'results', 'result'];

export function createChildMessages({ forwardsText, descriptionOf }: ChildMessageOptions): ChildMessages {
  const ofAgents = new Map<string, PrintMessages>();
  return {
    take({ id, type: agentType, parentCallId = id }, event) {
      if (!TYPES.includes(event.type) || (event.type === 'user' && !forwardsText)) return [];
      const messages = ofAgents.get(id) ?? createPrintMessages(MESSAGE_OPTIONS, NO_PROGRESS);
      if (event.type === 'result') ofAgents.delete(id);
      else ofAgents.set(id, messages);
      return messages.take(shown(event, forwardsText)).flatMap((message) => {
        if (getOwn(message, 'subtype') === 'permission_denied') return [{ ...message, agent_id: id }];
        const type = getOwn(message, 'type');
        if (type !== 'assistant' && type !== 'user') return [];
        const about = { agent_id: id, subagent_type: agentType, task_description: descriptionOf?.(id) };
        return [{ ...message, parent_tool_use_id: parentCallId, ...about }];
      });
    },
  };
}

function shown(event: AgentEvent, forwardsText: boolean): AgentEvent {
  if (event.type !== 'assistant' || forwardsText) return event;
  return { ...event, content: event.content.filter(isCall) };
}

function isCall(block: unknown): boolean {
  return isJsonObject(block) && getOwn(block, 'type') === 'tool_use';
}

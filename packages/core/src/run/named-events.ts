import type { AgentIdentity } from '../data/agent-identity.ts';
import type { EventQueue } from '../engine/event-queue.ts';
import type { Subscriptions } from '../engine/subscriptions.ts';

type Heard = Pick<EventQueue, 'push' | 'pushState'>;

/** Adds the agent's name to all its events. Those of the main agent are unchanged. */
export function namedEvents(queue: Heard, agent: AgentIdentity | undefined): Heard {
  if (agent === undefined) return queue;
  const name = { agentId: agent.id, agentType: agent.type };
  const push: EventQueue['push'] = (body, time) => queue.push({ ...body, ...name }, time);
  return {
    push,
    pushState(call, status, time) {
      const { id: callId, name: toolName, parent } = call;
      const attempt = call.attempt.number;
      const { messageId } = call.group;
      push(
        { type: 'call-state', status, attempt, callId, messageId, toolName, parentCallId: parent?.id },
        time,
      );
    },
  };
}

/** The session's listeners receive another agent's events with its name. Only the main one's running calls are reported. */
export function listenersOf(shared: Subscriptions, agent: AgentIdentity | undefined): Subscriptions {
  return agent === undefined ? shared : { ...shared, ...namedEvents(shared, agent), pushInProgress() {} };
}

import type { AgentIdentity } from '../data/agent-identity.ts';
import type { EventQueue } from '../engine/event-queue.ts';
import type { Subscriptions } from '../engine/subscriptions.ts';

type Heard = Pick<EventQueue, 'push' | 'pushState'>;

/** Names the agent in all that it tells. What the main agent tells stays as it is. */
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

/** The session's listeners hear another agent by its name. Which calls are in progress they are told of the main one alone. */
export function listenersOf(shared: Subscriptions, agent: AgentIdentity | undefined): Subscriptions {
  return agent === undefined ? shared : { ...shared, ...namedEvents(shared, agent), pushInProgress() {} };
}

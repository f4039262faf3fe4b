import { knownCostUsd, type AgentEvent } from '@sluice/agent';

/**
 * The same event, except the result of a prompt with which the session has cost as much as it may: programs with the Agent SDK expect it
 * to say so, even if the answer that took the last of it is complete.
 */
export function withBudgetEnd(event: AgentEvent, limitUsd: number | undefined): AgentEvent {
  if (event.type !== 'result' || limitUsd === undefined) return event;
  const { result } = event;
  if (result.reason !== 'completed' || knownCostUsd(result.models) < limitUsd) return event;
  const errors = [...result.errors, `The limit of ${limitUsd} US dollars has been reached.`];
  return { type: 'result', result: { ...result, reason: 'max-budget', errors } };
}

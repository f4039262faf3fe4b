import { sumOfModels, type AgentEvent, type AgentResult, type UsedModel } from '@sluice/agent';
import type { ChildTotals } from '@sluice/session/agent';

/** The result with the models and denials of sub-agents; usage and turns remain the main agent's. */
export function withTotals(result: AgentResult, { models, denials }: ChildTotals): AgentResult {
  if (models.length === 0 && denials.length === 0) return result;
  const all = sumOfModels([...result.models, ...models]);
  const costs = all.map(({ costUsd }) => costUsd);
  return {
    ...result,
    models: all,
    costUsd:
      result.costUsd === undefined || costs.includes(undefined)
        ? undefined
        : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    denials: [...result.denials, ...denials],
  };
}

/**
 * Adds up what the models of a session have used: clients take each result's figures for the whole session, and for what came after the
 * conversation was cleared.
 */
export function createSessionTotals(): { add(event: AgentEvent): AgentEvent } {
  let models: readonly UsedModel[] = [];
  return {
    add(event) {
      if (event.type === 'cleared') models = [];
      if (event.type !== 'result') return event;
      const result = withTotals(event.result, { models, denials: [] });
      ({ models } = result);
      return { type: 'result', result };
    },
  };
}

import { addUsage, type AgentEvent, type AgentResult, type UsedModel } from '@sluice/agent';
import type { ChildTotals } from '@sluice/session/agent';

/** The result with the models and denials of sub-agents; usage and turns remain the main agent's. */
export function withTotals(result: AgentResult, { models, denials }: ChildTotals): AgentResult {
  if (models.length === 0 && denials.length === 0) return result;
  const byName = new Map<string, UsedModel>();
  for (const used of [...result.models, ...models]) {
    const before = byName.get(used.model);
    byName.set(used.model, before === undefined ? used : together(before, used));
  }
  const all = [...byName.values()];
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

function together(a: UsedModel, b: UsedModel): UsedModel {
  return {
    ...a,
    usage: addUsage(a.usage, b.usage),
    costUsd: a.costUsd === undefined || b.costUsd === undefined ? undefined : a.costUsd + b.costUsd,
  };
}

/** Adds up what the models of a session have used: clients take each result's figures for the whole session. */
export function createSessionTotals(): { add(event: AgentEvent): AgentEvent } {
  let models: readonly UsedModel[] = [];
  return {
    add(event) {
      if (event.type !== 'result') return event;
      const result = withTotals(event.result, { models, denials: [] });
      ({ models } = result);
      return { type: 'result', result };
    },
  };
}

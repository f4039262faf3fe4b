import { costOf } from '@sluice/agent';
import type { ModelProvider, ModelUsage } from '@sluice/core';
import type { AssembledAgent } from '../assembled-agent.ts';
import { modelPrice } from '../model/model-price.ts';

/** A request beside the conversation counts to the budget and the models of the session. */
export function addSideUsage(
  { tree, parts }: Pick<AssembledAgent, 'tree' | 'parts'>,
  provider: ModelProvider,
  usage: ModelUsage,
): void {
  const { model, contextWindow, maxOutputTokens } = provider;
  const price = modelPrice(parts.permission.loaded, model);
  tree.addUsed({
    ...{ model, contextWindow, maxOutputTokens, usage },
    costUsd: price === undefined ? undefined : costOf(usage, price),
  });
}

import type { OpenedProvider } from '@sluice/agent';
import { CHARACTERS_PER_TOKEN, type ModelProvider, type ModelUsage } from '@sluice/core';
import { addSideUsage } from './add-side-usage.ts';
import type { AssembledAgent } from '../assembled-agent.ts';
import { maxCostUsd } from '../model/model-price.ts';
import { openPriced } from '../model/open-model.ts';

interface SideSize {
  /** UTF-16 units that the model is sent, roughly. */
  readonly chars: number;
  /** Tokens of the answer. Default: the model's limit. */
  readonly maxTokens?: number | undefined;
  readonly signal: AbortSignal;
}

export const NO_BUDGET = "The session's budget is used up.";

/** Opens a model for requests beside the conversation of an agent; with a budget, only if its price is known. */
export function openBeside(
  { parts, tree }: Pick<AssembledAgent, 'parts' | 'tree'>,
  model: string | undefined,
): Promise<OpenedProvider> {
  const { providers, limitUsd } = tree;
  return openPriced(
    { providers, needsPrice: limitUsd !== undefined, settings: parts.permission.loaded },
    model,
  );
}

/** Asks a model beside the conversation of an agent, within the budget of the session. Undefined: that is used up. */
export async function askBeside<Answer extends { readonly usage: ModelUsage }>(
  agent: Pick<AssembledAgent, 'parts' | 'tree' | 'budgetLeftUsd' | 'identity'>,
  provider: ModelProvider,
  { chars, maxTokens = provider.maxOutputTokens, signal }: SideSize,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const { tree, parts, identity } = agent;
  const tokens = { input: chars / CHARACTERS_PER_TOKEN, output: maxTokens };
  const usd = maxCostUsd(tokens, parts.permission.loaded, provider.model);
  const end = await tree.gate.reserve(usd, signal, identity?.id, true);
  try {
    if (end === undefined || agent.budgetLeftUsd === 0) return undefined;
    const answer = await ask();
    addSideUsage(agent, provider, answer.usage);
    return answer;
  } finally {
    end?.();
  }
}

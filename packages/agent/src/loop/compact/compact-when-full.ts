import { CHARACTERS_PER_TOKEN, SESSION_SHARE } from '@sluice/core';
import { compactLimit } from './compact-limit.ts';
import { compactNow } from './compact.ts';
import { roughTokens } from '../usage/rough-tokens.ts';
import type { PromptTally } from '../usage/prompt-tally.ts';
import { askedModel } from '../usage/used-models.ts';
import type { PromptScope } from '../prompt-scope.ts';
import { contextTokens } from '../usage/token-usage.ts';

/**
 * If a conversation is still above the limit right after compaction, it must grow by this factor before the
 * next one.
 */
const GROWTH = 1.25;

/** Replaces old results with references first. If that is not enough, summarizes the beginning. */
export async function compactWhenFull(scope: PromptScope, tally: PromptTally): Promise<void> {
  const { conversation, provider, emit } = scope;
  const limitChars = provider.contextWindow * CHARACTERS_PER_TOKEN * SESSION_SHARE;
  const { resultChars } = conversation;
  if (resultChars > limitChars) {
    const problem = await conversation.boundResults(limitChars);
    if (problem !== undefined) emit({ type: 'notice', message: problem });
    // The last usage includes results that have since been removed.
    if (conversation.resultChars < resultChars) return;
  }
  if (!isNearlyFull(scope)) return;
  const asked = askedModel(provider);
  await compactNow(scope, {
    trigger: 'auto',
    counted: (usage, modelMs) => tally.addRequest(usage, modelMs, asked),
  });
}

/** Whether the next request may not fit. */
function isNearlyFull({ provider, conversation, compactAtTokens, fill }: PromptScope): boolean {
  if (fill.usage === undefined) return false;
  const limit = compactAtTokens ?? compactLimit(provider);
  const last = conversation.messages.at(-1);
  // The answer is counted by its usage; what came after it is not.
  const since = last?.role === 'user' ? roughTokens(last) : 0;
  const isHelped = conversation.messages.length > 2;
  return isHelped && contextTokens(fill.usage) + since > Math.max(limit, fill.afterCompaction * GROWTH);
}

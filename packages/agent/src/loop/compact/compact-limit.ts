import type { ModelProvider } from '@sluice/core';

/** Share of the window at which a conversation is compacted. */
const COMPACT_AT = 0.8;

/** Tokens from which on a conversation is compacted: earlier than the share if the answer would not fit, but not in the first quarter. */
export function compactLimit({
  contextWindow,
  maxOutputTokens,
}: Pick<ModelProvider, 'contextWindow' | 'maxOutputTokens'>): number {
  return Math.max(contextWindow / 4, Math.min(contextWindow * COMPACT_AT, contextWindow - maxOutputTokens));
}

import type { ModelUsage } from '@sluice/core';
import { ownCount, ownObject } from './own-value.ts';

/** The counts that a `usage` of the Messages API gives; in it the parts of the input don't overlap. */
export function anthropicUsage(holder: object): Partial<ModelUsage> {
  const usage = ownObject(holder, 'usage');
  if (usage === undefined) return {};
  return definedCounts({
    inputTokens: ownCount(usage, 'input_tokens'),
    outputTokens: ownCount(usage, 'output_tokens'),
    cacheReadTokens: ownCount(usage, 'cache_read_input_tokens'),
    cacheWriteTokens: ownCount(usage, 'cache_creation_input_tokens'),
  });
}

type Counts = { readonly [Key in keyof ModelUsage]: number | undefined };

function definedCounts(counts: Counts): Partial<ModelUsage> {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = counts;
  return {
    ...(inputTokens !== undefined && { inputTokens }),
    ...(outputTokens !== undefined && { outputTokens }),
    ...(cacheReadTokens !== undefined && { cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
  };
}

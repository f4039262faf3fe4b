import type { JsonObject, ModelUsage } from '@sluice/core';

/** Token counts under the names of the Messages API. */
export function usageForClient(usage: ModelUsage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
  };
}

import type { JsonObject, ModelUsage } from '@sluice/core';

/** Token counts under the names of the Messages API. */
export function usageForClient(usage: ModelUsage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
    // Sluice asks for the short lifetime only.
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheWriteTokens, ephemeral_1h_input_tokens: 0 },
    service_tier: 'standard',
  };
}

import type { JsonObject, ModelUsage } from '@sluice/core';

/** Usage in the terms of the Messages API: as the server reported it, and with no field missing that clients read without checking. */
export function usageForClient(usage: ModelUsage): JsonObject {
  return {
    server_tool_use: NO_SERVER_TOOLS,
    service_tier: 'standard',
    inference_geo: '',
    iterations: [],
    speed: 'standard',
    // Sluice asks for the short lifetime only.
    cache_creation: { ephemeral_5m_input_tokens: usage.cacheWriteTokens, ephemeral_1h_input_tokens: 0 },
    ...usage.details,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
  };
}

/** The same of one message, whose fields may be null. */
export function messageUsage(usage: ModelUsage): JsonObject {
  return { output_tokens_details: null, ...usageForClient(usage) };
}

const NO_SERVER_TOOLS = { web_search_requests: 0, web_fetch_requests: 0 };

import { randomUUID } from 'node:crypto';
import type { ModelFailure } from '@sluice/core';
import { usageForClient } from './usage-for-client.ts';

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** In place of the model's message, that it could not be asked: `error` is what clients switch on. */
export async function failureMessage({ kind, message }: ModelFailure): Promise<object> {
  // Only where it is needed: the names are those that hooks know.
  const { failureError } = await import('@sluice/hooks');
  return {
    type: 'assistant',
    message: {
      id: randomUUID(),
      type: 'message',
      role: 'assistant',
      // Clients take the name as that of a message which no model has written.
      model: '<synthetic>',
      content: [{ type: 'text', text: message }],
      stop_reason: 'stop_sequence',
      stop_sequence: '',
      usage: usageForClient(NO_USAGE),
    },
    parent_tool_use_id: null,
    error: failureError(kind),
  };
}

import { randomUUID } from 'node:crypto';
import { failureError, type ModelFailure } from '@sluice/core';
import { UNREPORTED_FIELDS } from './unreported-fields.ts';
import { messageUsage } from './usage-for-client.ts';

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Reports, in place of the model's message, that the model request failed: `error` is what clients switch on. */
export function failureMessage({ kind, message }: ModelFailure): object {
  return {
    type: 'assistant',
    message: {
      id: randomUUID(),
      type: 'message',
      role: 'assistant',
      // Clients treat this name as a message that no model has written.
      model: '<synthetic>',
      content: [{ type: 'text', text: message }],
      stop_reason: 'stop_sequence',
      stop_sequence: '',
      usage: messageUsage(NO_USAGE),
      ...UNREPORTED_FIELDS,
    },
    parent_tool_use_id: null,
    error: failureError(kind),
  };
}

import type { AssistantBlock, BlockDelta, JsonObject, ModelEvent } from '@sluice/core';
import { usageForClient } from './usage-for-client.ts';

/** What the model's stream says, as an event of the Messages API, whatever API it came from. */
export function streamEvents(event: ModelEvent, messageId: string): readonly object[] {
  switch (event.type) {
    case 'message-start':
      return [
        {
          type: 'message_start',
          message: {
            id: event.id ?? messageId,
            type: 'message',
            role: 'assistant',
            model: event.model ?? '',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: usageForClient(event.usage),
          },
        },
      ];
    case 'block-start':
      return [{ type: 'content_block_start', index: event.index, content_block: startOf(event.block) }];
    case 'block-delta':
      return [{ type: 'content_block_delta', index: event.index, delta: deltaOf(event.delta) }];
    case 'block-stop':
    case 'block-cut':
      return [{ type: 'content_block_stop', index: event.index }];
    case 'message-end':
      return [
        {
          type: 'message_delta',
          delta: { stop_reason: event.stopReason, stop_sequence: null },
          usage: usageForClient(event.usage),
        },
        { type: 'message_stop' },
      ];
    case 'failed':
      return [{ type: 'error', error: { type: event.failure.kind, message: event.failure.message } }];
    case 'retry':
    case 'problem':
      return [];
    default:
      return event satisfies never;
  }
}

function startOf(block: AssistantBlock): AssistantBlock | JsonObject {
  if (block.type !== 'opaque') return block;
  if (block.api === 'anthropic') return block.block;
  return block.kind === 'thinking' ? { type: 'thinking', thinking: '', signature: '' } : { type: 'other' };
}

function deltaOf(delta: BlockDelta): object {
  switch (delta.type) {
    case 'text':
      return { type: 'text_delta', text: delta.text };
    case 'thinking':
      return { type: 'thinking_delta', thinking: delta.text };
    case 'input':
      return { type: 'input_json_delta', partial_json: delta.json };
    case 'opaque':
      return delta.delta;
    default:
      return delta satisfies never;
  }
}

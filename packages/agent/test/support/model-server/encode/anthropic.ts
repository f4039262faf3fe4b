import type { JsonObject } from '@sluice/core';
import type { Message, MessageBlock } from '../message.ts';
import type { ApiForm } from './encoder.ts';
import { sse } from './sse.ts';

export const anthropicForm: ApiForm = {
  createEncoder(message) {
    const event = (type: string, fields: JsonObject): string => sse({ type, ...fields }, type);
    const delta = (index: number, fields: JsonObject): string =>
      event('content_block_delta', { index, delta: fields });
    return {
      start: () =>
        event('message_start', {
          message: { ...headOf(message), content: [], stop_reason: null, stop_sequence: null },
        }),
      open: (block, index) => event('content_block_start', { index, content_block: emptyBlock(block) }),
      piece(block, index, text) {
        if (block.type === 'text') return delta(index, { type: 'text_delta', text });
        if (block.type === 'thinking') return delta(index, { type: 'thinking_delta', thinking: text });
        return delta(index, { type: 'input_json_delta', partial_json: text });
      },
      close(block, index) {
        const stop = event('content_block_stop', { index });
        if (block.type !== 'thinking') return stop;
        return delta(index, { type: 'signature_delta', signature: block.signature }) + stop;
      },
      end: () =>
        event('message_delta', {
          delta: { stop_reason: message.stopReason, stop_sequence: null },
          usage: { output_tokens: message.usage.outputTokens },
        }) + event('message_stop', {}),
      ping: () => event('ping', {}),
      error: ({ type, message }) => event('error', { error: { type, message } }),
    };
  },
  whole: (message) => ({
    ...headOf(message),
    usage: usageOf(message, message.usage.outputTokens),
    content: message.blocks.map(anthropicBlock),
    stop_reason: message.stopReason,
    stop_sequence: null,
  }),
  errorBody: (_status, { type, message }) => ({ type: 'error', error: { type, message } }),
};

function headOf(message: Message): JsonObject {
  const { id, model } = message;
  return { id, type: 'message', role: 'assistant', model, usage: usageOf(message, 1) };
}

function usageOf({ usage }: Message, outputTokens: number): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    output_tokens: outputTokens,
    ...usage.details,
  };
}

/** A block as it is in a message, and as it has to come back. */
export function anthropicBlock(block: MessageBlock): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'thinking':
      return { type: 'thinking', thinking: block.text, signature: block.signature };
    case 'redacted':
      return { type: 'redacted_thinking', data: block.data };
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.input };
    default:
      return block satisfies never;
  }
}

function emptyBlock(block: MessageBlock): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'redacted':
      return anthropicBlock(block);
    case 'call':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} };
    default:
      return block satisfies never;
  }
}

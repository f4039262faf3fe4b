import type { JsonObject } from '@sluice/core';
import type { Message, MessageBlock } from '../message.ts';
import { openaiError } from './openai-error.ts';
import type { ApiForm } from './encoder.ts';
import { sse } from './sse.ts';

export const openaiResponsesForm: ApiForm = {
  createEncoder(message) {
    let sequence = 0;
    const event = (type: string, fields: JsonObject): string =>
      sse({ type, ...fields, sequence_number: sequence++ }, type);
    const items = message.blocks.filter((block) => block.type !== 'redacted');
    const place = (block: MessageBlock): { output_index: number; item_id: string } => {
      const output_index = items.findIndex((item) => item === block);
      return { output_index, item_id: itemId(message, block, output_index) };
    };
    return {
      start: () =>
        event('response.created', { response: responseOf(message, 'in_progress', []) }) +
        event('response.in_progress', { response: responseOf(message, 'in_progress', []) }),
      open(block) {
        if (block.type === 'redacted') return '';
        const { output_index, item_id } = place(block);
        const item = { ...openItem(block), id: item_id, status: 'in_progress' };
        const added = event('response.output_item.added', { output_index, item });
        if (block.type === 'text') {
          const part = { type: 'output_text', text: '', annotations: [] };
          return added + event('response.content_part.added', { ...place(block), content_index: 0, part });
        }
        if (block.type === 'thinking') {
          const part = { type: 'summary_text', text: '' };
          return (
            added +
            event('response.reasoning_summary_part.added', { ...place(block), summary_index: 0, part })
          );
        }
        return added;
      },
      piece(block, _index, delta) {
        if (block.type === 'text')
          return event('response.output_text.delta', { ...place(block), content_index: 0, delta });
        if (block.type === 'thinking')
          return event('response.reasoning_summary_text.delta', { ...place(block), summary_index: 0, delta });
        if (block.type === 'call' && block.name === SEARCH) return '';
        return event('response.function_call_arguments.delta', { ...place(block), delta });
      },
      close(block) {
        if (block.type === 'redacted') return '';
        const { output_index, item_id } = place(block);
        const done = event('response.output_item.done', { output_index, item: itemOf(block, item_id) });
        if (block.type === 'text') {
          const { text } = block;
          const part = { type: 'output_text', text, annotations: [] };
          return (
            event('response.output_text.done', { ...place(block), content_index: 0, text }) +
            event('response.content_part.done', { ...place(block), content_index: 0, part }) +
            done
          );
        }
        if (block.type === 'thinking') {
          const { text } = block;
          const part = { type: 'summary_text', text };
          return (
            event('response.reasoning_summary_text.done', { ...place(block), summary_index: 0, text }) +
            event('response.reasoning_summary_part.done', { ...place(block), summary_index: 0, part }) +
            done
          );
        }
        if (block.type === 'call' && block.name === SEARCH) return done;
        return (
          event('response.function_call_arguments.done', {
            ...place(block),
            arguments: block.json,
          }) + done
        );
      },
      end() {
        const response = openaiResponsesForm.whole(message);
        return event(`response.${statusOf(message)}`, { response });
      },
      ping: () => ': ping\n\n',
      error: ({ type, message }) => event('error', { code: type, message, param: null }),
    };
  },
  whole(message) {
    return responseOf(message, statusOf(message), responseItems(message));
  },
  errorBody: (_status, error) => openaiError(error),
};

export function responseItems(message: Message): JsonObject[] {
  return message.blocks
    .filter((block) => block.type !== 'redacted')
    .map((block, index) => itemOf(block, itemId(message, block, index)));
}

type ItemBlock = Exclude<MessageBlock, { type: 'redacted' }>;

function statusOf({ stopReason }: Message): 'completed' | 'incomplete' {
  return stopReason === 'max_tokens' || stopReason === 'refusal' ? 'incomplete' : 'completed';
}

function responseOf(message: Message, status: string, output: readonly JsonObject[]): JsonObject {
  const { id, model, usage, stopReason } = message;
  const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const reason = stopReason === 'refusal' ? 'content_filter' : 'max_output_tokens';
  return {
    id,
    object: 'response',
    created_at: 1_700_000_000,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason } : null,
    model,
    output,
    usage:
      status === 'in_progress'
        ? null
        : {
            input_tokens: input,
            input_tokens_details: { cached_tokens: usage.cacheReadTokens },
            output_tokens: usage.outputTokens,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: input + usage.outputTokens,
          },
  };
}

/** The API refuses an item whose id begins with another kind's letters. */
export const ITEM_PREFIX: Readonly<Record<MessageBlock['type'], string>> = {
  text: 'msg_',
  thinking: 'rs_',
  redacted: 'rs_',
  call: 'fc_',
};

/** A call of this name is one of the API's own tool for searching tools. */
const SEARCH = 'tool_search';

function itemId({ id }: Message, { type }: MessageBlock, index: number): string {
  return `${ITEM_PREFIX[type]}${id}_${index}`;
}

function openItem(block: ItemBlock): JsonObject {
  switch (block.type) {
    case 'text':
      return { type: 'message', role: 'assistant', content: [] };
    case 'thinking':
      return { type: 'reasoning', summary: [] };
    case 'call':
      return block.name === SEARCH
        ? { type: 'tool_search_call', execution: 'client', call_id: block.id, arguments: {} }
        : {
            ...{ type: 'function_call', call_id: block.id, name: block.name, arguments: '' },
            ...(block.namespace !== undefined && { namespace: block.namespace }),
          };
    default:
      return block satisfies never;
  }
}

/** An item as it is in an answer, and as it has to come back. */
function itemOf(block: ItemBlock, id: string): JsonObject {
  switch (block.type) {
    case 'text': {
      const content = [{ type: 'output_text', text: block.text, annotations: [] }];
      return { id, type: 'message', status: 'completed', role: 'assistant', content };
    }
    case 'thinking': {
      const summary = [{ type: 'summary_text', text: block.text }];
      return { id, type: 'reasoning', summary, encrypted_content: block.signature };
    }
    case 'call': {
      const { id: call_id, name, json } = block;
      if (name === SEARCH) {
        const search = { execution: 'client', call_id, arguments: JSON.parse(json) };
        return { id, type: 'tool_search_call', status: 'completed', ...search };
      }
      const { namespace } = block;
      const fields = { call_id, name, ...(namespace !== undefined && { namespace }), arguments: json };
      return { id, type: 'function_call', status: 'completed', ...fields };
    }
    default:
      return block satisfies never;
  }
}

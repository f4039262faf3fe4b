import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { Message } from '../message.ts';
import { openaiError } from './openai-error.ts';
import type { ApiForm } from './encoder.ts';
import { sse } from './sse.ts';

export const openaiChatForm: ApiForm = {
  createEncoder(message, { body }) {
    const streamOptions = getOwn(body, 'stream_options');
    const asksUsage = isJsonObject(streamOptions) && streamOptions['include_usage'] === true;
    const chunk = (choices: readonly JsonObject[], usage: JsonObject | null): string =>
      sse({
        ...headOf(message, 'chat.completion.chunk'),
        choices,
        ...(asksUsage ? { usage } : {}),
      });
    const delta = (fields: JsonObject, finishReason: string | null = null): string =>
      chunk([{ index: 0, delta: fields, finish_reason: finishReason }], null);
    let calls = -1;
    return {
      start: () => delta({ role: 'assistant', content: '' }),
      open(block) {
        if (block.type !== 'call') return '';
        calls += 1;
        const { id, name } = block;
        return delta({
          tool_calls: [{ index: calls, id, type: 'function', function: { name, arguments: '' } }],
        });
      },
      piece(block, _index, text) {
        if (block.type === 'text') return delta({ content: text });
        if (block.type === 'thinking') return delta({ reasoning_content: text });
        return delta({ tool_calls: [{ index: calls, function: { arguments: text } }] });
      },
      close: () => '',
      end: () =>
        delta({}, finishReasonOf(message)) + (asksUsage ? chunk([], usageOf(message)) : '') + sse('[DONE]'),
      ping: () => ': ping\n\n',
      error: (error) => sse(openaiError(error)),
    };
  },
  whole(message) {
    const texts = (type: 'text' | 'thinking'): string =>
      message.blocks.flatMap((block) => (block.type === type ? [block.text] : [])).join('');
    const calls = message.blocks.flatMap((block) =>
      block.type === 'call'
        ? [
            {
              id: block.id,
              type: 'function',
              function: { name: block.name, arguments: block.json },
            },
          ]
        : [],
    );
    const thinking = texts('thinking');
    const answer = {
      role: 'assistant',
      content: texts('text'),
      ...(thinking === '' ? {} : { reasoning_content: thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
    return {
      ...headOf(message, 'chat.completion'),
      choices: [{ index: 0, message: answer, finish_reason: finishReasonOf(message) }],
      usage: usageOf(message),
    };
  },
  errorBody: (_status, error) => openaiError(error),
};

function headOf({ id, model }: Message, object: string): JsonObject {
  return { id, object, created: 1_700_000_000, model };
}

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
]);

function finishReasonOf({ stopReason }: Message): string {
  return FINISH_REASONS.get(stopReason) ?? stopReason;
}

function usageOf({ usage }: Message): JsonObject {
  const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens },
  };
}

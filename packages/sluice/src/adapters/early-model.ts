import type { Model, ModelRequest } from '@openai/agents';
import type { ToolCall } from '@sluice/core';
import { ChatCalls } from './chat-calls.ts';

/** Receives the calls of one response while the model writes it. */
export interface EarlyCalls {
  add(call: ToolCall, signal: AbortSignal | undefined): void;
  /** The response ended before it was complete: the SDK drops its calls. */
  discard(): Promise<unknown>;
}

/** A model of the OpenAI Agents SDK whose streamed responses report each call as soon as it is complete. */
export function earlyModel(model: Model, open: (request: ModelRequest) => EarlyCalls): Model {
  return {
    supportsPromptModelSelection: model.supportsPromptModelSelection === true,
    getResponse(request) {
      open(request);
      return model.getResponse(request);
    },
    getRetryAdvice: (args) => model.getRetryAdvice?.(args),
    async *getStreamedResponse(request) {
      const calls = open(request);
      const chat = new ChatCalls();
      let isComplete = false;
      try {
        for await (const event of model.getStreamedResponse(request)) {
          if (event.type === 'response_done') isComplete = true;
          const complete = event.type === 'model' ? completeCalls(event.event, chat) : [];
          for (const call of complete) calls.add(call, request.signal);
          yield event;
        }
      } finally {
        if (!isComplete) await calls.discard();
      }
    },
  };
}

/** Of an event of the Responses API, or a chunk of Chat Completions. */
function completeCalls(event: unknown, chat: ChatCalls): readonly ToolCall[] {
  if (!isRecord(event)) return [];
  if (event['object'] === 'chat.completion.chunk') return chat.add(event);
  const call = event['type'] === 'response.output_item.done' ? completeCall(event['item']) : undefined;
  return call === undefined ? [] : [call];
}

function completeCall(item: unknown): ToolCall | undefined {
  if (!isRecord(item) || item['type'] !== 'function_call') return undefined;
  const { call_id: id, name, arguments: text } = item;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof text !== 'string') return undefined;
  try {
    const input: unknown = JSON.parse(text);
    return { id, name, input };
  } catch {
    return undefined; // The SDK answers the model.
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

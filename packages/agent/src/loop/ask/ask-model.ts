import type { JsonObject, ModelProvider, ModelUsage } from '@sluice/core';
import { askProvider } from './ask-provider.ts';
import { objectInText } from './object-in-text.ts';
import { NO_USAGE } from '../usage/token-usage.ts';

/** A request beside the conversation. */
export interface SideRequest {
  readonly system: readonly string[];
  readonly prompt: string;
  /** JSON Schema of the answer, an object. */
  readonly schema: JsonObject;
  /** Default: the model's own limit. */
  readonly maxTokens?: number | undefined;
  readonly signal: AbortSignal;
}

export interface SideAnswer {
  /** Undefined: the model gave none, or could not be asked. */
  readonly value: JsonObject | undefined;
  readonly usage: ModelUsage;
  /** Why there is no value, as a sentence. */
  readonly problem: string | undefined;
}

const TOOL = 'StructuredOutput';

/** Asks a model once for an answer of a certain form. Never rejects. */
export async function askModel(provider: ModelProvider, request: SideRequest): Promise<SideAnswer> {
  const { system, prompt, schema, maxTokens, signal } = request;
  const asked = {
    system,
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] }],
    tools: [{ name: TOOL, description: 'Submits your answer.', inputSchema: schema }],
    toolChoice: { name: TOOL },
    maxOutputTokens: maxTokens,
  };
  let value: JsonObject | undefined;
  let text = '';
  let usage = NO_USAGE;
  let problem: string | undefined;
  for await (const event of askProvider(provider, asked, signal)) {
    if (event.type === 'block-stop' && event.block.type === 'tool_use') value ??= event.block.input;
    if (event.type === 'block-stop' && event.block.type === 'text') text += event.block.text;
    if (event.type === 'message-start' || event.type === 'message-end') ({ usage } = event);
    if (event.type === 'failed') problem = event.failure.message;
  }
  value ??= objectInText(text);
  return {
    value,
    usage,
    problem: value === undefined ? (problem ?? 'The model gave no answer.') : undefined,
  };
}

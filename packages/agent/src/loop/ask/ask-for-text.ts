import type { ModelMessage, ModelProvider, ModelUsage } from '@sluice/core';
import { askProvider } from './ask-provider.ts';
import { NO_USAGE } from '../usage/token-usage.ts';

/** A question beside the conversation. */
export interface TextRequest {
  readonly system: readonly string[];
  readonly prompt: string;
  /** Messages before the prompt. A service keeps those in its cache that the next question begins with, too. Default: none. */
  readonly before?: readonly string[] | undefined;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export interface TextAnswer {
  /** Undefined: the model gave none, or could not be asked. */
  readonly text: string | undefined;
  readonly usage: ModelUsage;
  /** Why there is no text, as a sentence. */
  readonly problem: string | undefined;
}

const said = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

/** Between two messages of a user, since roles alternate. */
const GO_ON: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'Go on.' }] };

/** Asks a model once, without tools. Never rejects. */
export async function askForText(provider: ModelProvider, request: TextRequest): Promise<TextAnswer> {
  const { system, prompt, before = [], maxTokens, signal } = request;
  const asked = {
    system,
    messages: [...before.flatMap((text) => [said(text), GO_ON]), said(prompt)],
    tools: [],
    maxOutputTokens: maxTokens,
  };
  let text = '';
  let usage = NO_USAGE;
  let problem: string | undefined;
  for await (const event of askProvider(provider, asked, signal)) {
    if (event.type === 'block-stop' && event.block.type === 'text') text += event.block.text;
    if (event.type === 'message-start' || event.type === 'message-end') ({ usage } = event);
    if (event.type === 'failed') problem = event.failure.message;
  }
  // Half an answer could be taken for a whole one.
  if (problem !== undefined) return { text: undefined, usage, problem };
  if (text.trim() === '') return { text: undefined, usage, problem: 'The model gave no answer.' };
  return { text, usage, problem: undefined };
}

import { getOwn } from '@sluice/core';
import type { StreamFormat } from './model-format.ts';

const ANTHROPIC_TYPES = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
]);
const GEMINI_KEYS = ['candidates', 'promptFeedback', 'usageMetadata', 'responseId'];

/** The API that an event belongs to, judged by the event alone; undefined if it matches no known API. */
export function recognizeEvent(event: object, name: string | undefined): StreamFormat | undefined {
  const interactionType = getOwn(event, 'event_type');
  if (typeof interactionType === 'string' && /^(?:interaction|step)\./.test(interactionType))
    return 'gemini-interactions';
  const type = getOwn(event, 'type') ?? name;
  if (typeof type === 'string' && type.startsWith('response.')) return 'openai-responses';
  if (typeof type === 'string' && ANTHROPIC_TYPES.has(type)) return 'anthropic';
  const object = getOwn(event, 'object');
  if (Array.isArray(getOwn(event, 'choices')) || object === 'chat.completion.chunk') return 'openai-chat';
  return GEMINI_KEYS.some((key) => Object.hasOwn(event, key)) ? 'gemini' : undefined;
}

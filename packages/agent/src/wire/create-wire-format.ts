import type { LateToolForm } from '@sluice/core';
import type { ModelFormat } from '../stream/model-format.ts';
import { createAnthropicWire } from './anthropic-wire.ts';
import { createGeminiWire } from './gemini-wire.ts';
import { createOpenaiChatWire } from './openai-chat-wire.ts';
import { createOpenaiResponsesWire } from './openai-responses-wire.ts';
import type { WireFormat } from './wire-format.ts';

const WIRES: Record<ModelFormat, (form: LateToolForm) => WireFormat> = {
  anthropic: createAnthropicWire,
  'openai-chat': createOpenaiChatWire,
  'openai-responses': createOpenaiResponsesWire,
  gemini: createGeminiWire,
};

/**
 * The request format of an API, for one session.
 * @param form how late tools are sent; `none` if the API does not support it
 */
export function createWireFormat(format: ModelFormat, form: LateToolForm = 'none'): WireFormat {
  return WIRES[format](form);
}

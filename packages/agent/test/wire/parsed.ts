import type { ModelMessage, ModelRequest } from '@sluice/core';
import { createBodyKeeper, createWireFormat, type ModelFormat, type WireOptions } from '../../src/index.ts';

/** Parsed JSON of a request, as loosely as a test looks at it. */
export interface Parsed {
  readonly messages?: readonly Parsed[];
  readonly contents?: readonly Parsed[];
  readonly input?: readonly Parsed[];
  readonly parts?: readonly Parsed[];
  readonly tools?: readonly Parsed[];
  readonly tool_calls?: readonly Parsed[];
  readonly content?: string | readonly Parsed[] | null;
  readonly function?: Parsed;
  readonly functionCall?: Parsed;
  readonly functionResponse?: Parsed;
  readonly role?: string;
  readonly type?: string;
  readonly text?: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly tool_use_id?: string;
  readonly tool_call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly is_error?: boolean;
  readonly stream?: boolean;
  readonly stream_options?: Parsed;
  readonly tool_choice?: unknown;
  readonly toolConfig?: unknown;
}

/** The blocks of a message or a result; those of a text are none. */
export function blocksOf({ content }: Parsed): readonly Parsed[] {
  return typeof content === 'string' ? [] : (content ?? []);
}

export const OPTIONS: WireOptions = { model: 'some-model', maxOutputTokens: 1000 };

export function requestOf(messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}): ModelRequest {
  const tools = ['Read', 'do.it'].map((name) => ({
    name,
    description: `About ${name}`,
    inputSchema: { type: 'object', properties: {} },
  }));
  return { system: ['Be brief.', ' '], tools, messages, ...more };
}

export function bodyText(format: ModelFormat, request: ModelRequest, options = OPTIONS): string {
  const { buffers, length } = createBodyKeeper(createWireFormat(format)).body(request, options);
  const whole = Buffer.concat(buffers);
  if (whole.length !== length) throw new Error('the length is not that of the buffers');
  return whole.toString();
}

export function bodyOf(format: ModelFormat, request: ModelRequest, options = OPTIONS): Parsed {
  return JSON.parse(bodyText(format, request, options));
}

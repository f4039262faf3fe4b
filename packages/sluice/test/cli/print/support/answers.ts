import type { JsonObject } from '@sluice/core';
import type { MessageAnswer } from '../../../../../agent/test/support/model-server/script.ts';

/** Short forms of what the scripted server answers. */
export function words(text: string): MessageAnswer {
  return { content: [{ type: 'text', text }] };
}

export function calls(
  ...inputs: readonly (readonly [name: string, input: JsonObject, id?: string])[]
): MessageAnswer {
  return { content: inputs.map(([name, input, id]) => ({ type: 'call', name, input, id })) };
}

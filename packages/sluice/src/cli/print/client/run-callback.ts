import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { ClientLink } from './client-link.ts';

interface Callback {
  readonly id: string;
  readonly input: JsonObject;
  readonly signal: AbortSignal;
}

/** Asks the program that started this one to run a hook. A throw means that the hook failed. */
export function runCallback(link: ClientLink): (callback: Callback) => Promise<{ readonly text: string }> {
  return async ({ id, input, signal }) => {
    const output = await link.request(
      { subtype: 'hook_callback', callback_id: id, input, tool_use_id: getOwn(input, 'tool_use_id') },
      signal,
    );
    // It goes on by itself, and decides nothing.
    const isAsync = isJsonObject(output) && getOwn(output, 'async') === true;
    return { text: output === undefined || output === null || isAsync ? '' : JSON.stringify(output) };
  };
}

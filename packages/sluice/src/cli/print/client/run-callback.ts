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
    const body = {
      subtype: 'hook_callback',
      callback_id: id,
      input,
      tool_use_id: getOwn(input, 'tool_use_id'),
    };
    const isLast = getOwn(input, 'hook_event_name') === 'SessionEnd';
    const output = await (isLast ? link.tell(body, signal) : link.request(body, signal));
    // It goes on by itself, and decides nothing.
    const isAsync = isJsonObject(output) && getOwn(output, 'async') === true;
    return { text: output === undefined || output === null || isAsync ? '' : JSON.stringify(output) };
  };
}

/** An event stream of these events, each with the name that its `type` says. */
export function sseText(
  ...events: readonly { readonly type: string; readonly [key: string]: unknown }[]
): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

export const messageStart = { type: 'message_start', message: { role: 'assistant', content: [] } };
export const messageStop = { type: 'message_stop' };

export function toolStart(index: number, id: unknown = `toolu_${index}`, input: unknown = {}) {
  return { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name: 'Read', input } };
}

export function inputDelta(index: number, json: unknown) {
  return { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } };
}

export function blockStop(index: number) {
  return { type: 'content_block_stop', index };
}

export function stopReason(reason: string) {
  return { type: 'message_delta', delta: { stop_reason: reason } };
}

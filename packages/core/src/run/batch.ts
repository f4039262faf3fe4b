import type { CallInput } from '../data/given-input.ts';
import type { FeedItem } from '../data/feed.ts';

/** A call from a program: `input`, or `inputText` with the raw JSON. */
export type ToolCall = { readonly id: string; readonly name: string } & CallInput;

/** A complete message as a feed, for the batch engine. */
export function batch(calls: readonly ToolCall[]): FeedItem[] {
  return [
    ...calls.map((call): FeedItem => ({
      ...call,
      type: 'call',
      name: typeof call.name === 'string' ? call.name : '',
    })),
    { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: calls.length > 0 },
  ];
}

import type { FeedItem } from './feed.ts';

/** A call as a program hands it over. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** A finished message as a feed: what the batch engine is. */
export function batch(calls: readonly ToolCall[]): FeedItem[] {
  return [
    ...calls.map(({ id, name, input }): FeedItem => ({
      type: 'call',
      id,
      name: typeof name === 'string' ? name : '',
      input: { kind: 'value', value: input },
    })),
    { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: calls.length > 0 },
  ];
}

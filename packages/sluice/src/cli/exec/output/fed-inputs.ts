import { givenInput, isJsonObject, type FeedItem, type GivenInput, type JsonObject } from '@sluice/core';

/** The inputs of calls as read: the record of a call whose input did not match its schema has none. */
interface FedInputs {
  /** Passes a feed through and keeps each call's input until it is taken. */
  tap(feed: AsyncIterable<FeedItem>): AsyncGenerator<FeedItem, void, undefined>;
  /** The input of the next call with this id, if it was an object. Each is returned once, in feed order. */
  take(callId: string): JsonObject | undefined;
}

export function createFedInputs(): FedInputs {
  const inputs = new Map<string, GivenInput[]>();

  return {
    async *tap(feed) {
      let ids = new Set<string>();
      for await (const item of feed) {
        if (item.type === 'message-end' || item.type === 'discard') ids = new Set();
        // If two calls of a message share an id, only the first gets a result.
        if (item.type === 'call' && item.id !== undefined && !ids.has(item.id)) {
          ids.add(item.id);
          const waiting = inputs.get(item.id);
          if (waiting === undefined) inputs.set(item.id, [givenInput(item)]);
          else waiting.push(givenInput(item));
        }
        yield item;
      }
    },
    take(callId) {
      const [input, ...rest] = inputs.get(callId) ?? [];
      if (rest.length === 0) inputs.delete(callId);
      else inputs.set(callId, rest);
      return input === undefined ? undefined : objectOf(input);
    },
  };
}

function objectOf(input: GivenInput): JsonObject | undefined {
  if (input.kind === 'value') return isJsonObject(input.value) ? input.value : undefined;
  try {
    const value: unknown = JSON.parse(input.text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

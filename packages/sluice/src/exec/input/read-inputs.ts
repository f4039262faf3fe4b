import type { FeedItem } from '@sluice/core';
import type { OpenInput } from './open-inputs.ts';
import { readFeed } from './read-feed.ts';
import type { FeedOptions } from './recognising-decoder.ts';

/** Reads inputs one after the other, each in its own format; with several, a problem names the one it is in. */
export async function* readInputs(
  inputs: readonly OpenInput[],
  options: FeedOptions = {},
): AsyncGenerator<FeedItem, void, undefined> {
  for (const { name, bytes } of inputs) {
    for await (const item of readFeed(bytes, options)) {
      const isNamed = item.type === 'problem' && inputs.length > 1;
      yield isNamed ? { ...item, message: `${name}: ${item.message}` } : item;
    }
  }
}

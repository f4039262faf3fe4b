import type { FeedItem } from '@sluice/core';
import type { OpenInput } from './open-inputs.ts';
import { readFeed } from './read-feed.ts';
import { reportOneProblem } from './report-one-problem.ts';
import type { FeedOptions } from './recognizing-decoder.ts';

/**
 * Reads inputs one after the other, each in its own format. With several inputs, a problem names its input. `onForeign`
 * is called for an input without a single call.
 */
export async function* readInputs(
  inputs: readonly OpenInput[],
  options: FeedOptions = {},
  onForeign: (name: string, lines: number) => void = () => {},
): AsyncGenerator<FeedItem, void, undefined> {
  for (const { name, bytes } of inputs) {
    const items = reportOneProblem(readFeed(bytes, options), (lines) => onForeign(name, lines));
    for await (const item of items) {
      const isNamed = item.type === 'problem' && inputs.length > 1;
      yield isNamed ? { ...item, message: `${name}: ${item.message}` } : item;
    }
  }
}

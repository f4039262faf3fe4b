import { errorText } from '@sluice/base';
import { feedProblem } from '@sluice/agent';
import type { FeedItem } from '@sluice/core';
import { createRecognizingDecoder, type FeedOptions } from './recognizing-decoder.ts';

/**
 * Reads tool calls from JSON lines or a model API's stream, recognized by the first bytes. Items are yielded as soon as
 * their bytes arrive; the source is read only as fast as items are consumed, and is closed if the reader stops early.
 * Never throws on bad input: an invalid line or a failing source is a `problem` item.
 */
export async function* readFeed(
  source: AsyncIterable<Uint8Array>,
  options: FeedOptions = {},
): AsyncGenerator<FeedItem, void, undefined> {
  const decoder = createRecognizingDecoder(options);
  for await (const piece of untilFailure(source)) {
    if (piece.status === 'read') yield* decoder.push(piece.bytes);
    else yield piece.problem;
  }
  yield* decoder.end();
}

type SourcePiece =
  | { readonly status: 'read'; readonly bytes: Uint8Array }
  | { readonly status: 'failed'; readonly problem: FeedItem };

async function* untilFailure(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<SourcePiece, void, undefined> {
  try {
    for await (const bytes of source) yield { status: 'read', bytes };
  } catch (error) {
    const why = errorText(error);
    const problem = feedProblem('stream-cut', `Reading the input failed: ${why}`);
    yield { status: 'failed', problem };
  }
}

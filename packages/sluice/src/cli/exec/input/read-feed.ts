import { errorText } from '@sluice/base';
import { feedProblem } from '@sluice/agent';
import type { FeedItem } from '@sluice/core';
import { createRecognizingDecoder, type FeedOptions } from './recognizing-decoder.ts';

/**
 * Reads tool calls from JSON lines or the stream of a model API, recognised by the first bytes. Each item comes as soon
 * as its bytes are there; the source is read no further than its items are taken, and is closed when the reader stops
 * early. Never throws for what comes: a bad line and a source that fails are `problem` items.
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

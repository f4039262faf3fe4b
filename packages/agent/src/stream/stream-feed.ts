import type { FeedDecoder } from './feed-decoder.ts';
import { createModelDecoder, type ModelDecoderOptions } from './model-decoder.ts';
import { toFeed } from './to-feed.ts';

export type StreamFeedOptions = Pick<ModelDecoderOptions, 'maxEventBytes' | 'firstLine'>;

/** The calls of the stream of any API that is known, recognised by its first event. */
export function createStreamFeed({ maxEventBytes, firstLine }: StreamFeedOptions = {}): FeedDecoder {
  return toFeed(
    createModelDecoder('recognised', {
      maxEventBytes,
      firstLine,
      leavesIds: ['anthropic'],
    }),
  );
}

import type { FeedDecoder } from './feed-decoder.ts';
import { createModelDecoder, type ModelDecoderOptions } from '../model-decoder.ts';
import { toFeed } from './to-feed.ts';

export type StreamFeedOptions = Pick<ModelDecoderOptions, 'maxEventBytes' | 'firstLine'>;

/** The calls of a stream from any supported API, recognized by its first event. */
export function createStreamFeed({ maxEventBytes, firstLine }: StreamFeedOptions = {}): FeedDecoder {
  return toFeed(
    createModelDecoder('recognized', {
      maxEventBytes,
      firstLine,
      leavesIds: ['anthropic'],
    }),
  );
}

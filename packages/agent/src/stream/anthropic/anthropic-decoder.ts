import type { FeedDecoder } from '../feed/feed-decoder.ts';
import { createModelDecoder, type ModelDecoderOptions } from '../model-decoder.ts';
import { toFeed } from '../feed/to-feed.ts';

export type AnthropicDecoderOptions = Pick<ModelDecoderOptions, 'maxEventBytes' | 'firstLine'>;

/**
 * Decodes the event stream of the Anthropic Messages API: any number of messages in a row. A call is emitted
 * when its block closes. A stream that is cut at any byte gives the same calls as the whole stream up to that
 * point, with open ones as `unclosed`, and never a different call: if an event is lost, open calls are
 * rejected.
 */
export function createAnthropicDecoder(options: AnthropicDecoderOptions = {}): FeedDecoder {
  return toFeed(createModelDecoder('anthropic', { ...options, leavesIds: ['anthropic'] }));
}

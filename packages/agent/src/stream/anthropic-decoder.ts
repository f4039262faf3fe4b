import type { FeedDecoder } from './feed-decoder.ts';
import { createModelDecoder, type ModelDecoderOptions } from './model-decoder.ts';
import { toFeed } from './to-feed.ts';

export type AnthropicDecoderOptions = Pick<ModelDecoderOptions, 'maxEventBytes' | 'firstLine'>;

/**
 * Decodes the event stream of the Anthropic Messages API: any number of messages, one after the other. A call comes
 * when its block closes. A stream that is cut at any byte gives the calls of the whole one up to there, and those
 * whose blocks were open as `unclosed`, never a different call: where an event is lost, open calls are refused.
 */
export function createAnthropicDecoder(options: AnthropicDecoderOptions = {}): FeedDecoder {
  return toFeed(createModelDecoder('anthropic', { ...options, leavesIds: ['anthropic'] }));
}

import type { FeedItem } from '@sluice/core';

/** Turns the bytes of one format into message steps. Pure: it neither reads nor waits. */
export interface FeedDecoder {
  /**
   * The items that this chunk completed. Never throws for invalid input, which is reported as `problem`
   * items.
   */
  push(chunk: Uint8Array): FeedItem[];
  /** The input has ended: what is still open is closed or rejected. Call it once, last. */
  end(): FeedItem[];
}

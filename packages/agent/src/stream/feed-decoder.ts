import type { FeedItem } from '@sluice/core';

/** Turns the bytes of one format into the steps of messages. Pure: it neither reads nor waits. */
export interface FeedDecoder {
  /** What this piece of any size has completed. Never throws for bad input: that comes as `problem` items. */
  push(chunk: Uint8Array): FeedItem[];
  /** The input has ended: what is still open is closed or refused. Called once, last. */
  end(): FeedItem[];
}

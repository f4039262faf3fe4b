import type { FeedItem } from '@sluice/core';
import type { DecodedEvent } from '../decoded-event.ts';
import type { FeedDecoder } from './feed-decoder.ts';
import { feedProblem } from './feed-problem.ts';
import type { ModelDecoder } from '../model-decoder.ts';

/** Extracts the calls from a decoder for the engine; text and everything else that is not run is dropped. */
export function toFeed(decoder: ModelDecoder): FeedDecoder {
  let isOpen = false;
  let lastBlockIsCall = false;

  function itemsOf(events: readonly DecodedEvent[]): FeedItem[] {
    const items: FeedItem[] = [];
    /**
     * Calls cut by the end of their message are emitted after the reason, which follows them in the events.
     */
    let cut: FeedItem[] = [];
    for (const event of events) {
      switch (event.type) {
        case 'message-start':
          isOpen = true;
          lastBlockIsCall = false;
          break;
        case 'block-start':
        case 'block-delta':
          break;
        case 'block-stop':
          lastBlockIsCall = event.block.type === 'tool_use';
          if (event.call !== undefined) items.push(event.call);
          break;
        case 'block-cut':
          lastBlockIsCall = event.block.type === 'tool_use';
          if (event.call !== undefined) (event.isAtEnd ? cut : items).push(event.call);
          break;
        case 'problem':
          items.push(event);
          break;
        case 'message-end':
          isOpen = false;
          items.push(...cut, { type: 'message-end', stopReason: event.said, lastBlockIsCall });
          cut = [];
          break;
        case 'failed': {
          const { failure, line, said } = event;
          const code = failure.kind === 'stream-cut' ? 'stream-cut' : 'stream-error';
          items.push(feedProblem(code, failure.message, line), ...cut);
          cut = [];
          if (isOpen) items.push({ type: 'message-end', stopReason: said, lastBlockIsCall });
          isOpen = false;
          break;
        }
        default:
          return event satisfies never;
      }
    }
    return items;
  }

  return { push: (chunk) => itemsOf(decoder.push(chunk)), end: () => itemsOf(decoder.end()) };
}

import { getOwn, isJsonObject, type FeedItem } from '@sluice/core';
import { apiErrorText } from './api-error-text.ts';
import { closedCall, startBlock, unclosedCall, type ContentBlockState } from './content-block.ts';
import { feedProblem } from './feed-problem.ts';

interface OpenMessage {
  readonly blocks: Map<number, ContentBlockState>;
  stopReason: string | undefined;
  lastBlockIsCall: boolean;
}

/** Assembles messages from the parsed events of an Anthropic Messages stream. */
export interface MessageAssembler {
  readonly hasOpenMessage: boolean;
  /** `line` is the number of the event's first line, for problems. */
  accept(type: string, event: object, line: number): FeedItem[];
  /** An event was lost: calls whose blocks are open may lack a part of their input and are refused. */
  loseEvent(): void;
  /** The stream broke off: refuses what is open and ends the message. */
  breakOff(): FeedItem[];
}

/** `maxInputChars` caps the input text of one call; a longer one is refused. */
export function createMessageAssembler(maxInputChars: number): MessageAssembler {
  let message: OpenMessage | undefined;
  const reported = new Set<string>();

  function once(key: string, problem: FeedItem): FeedItem[] {
    if (reported.has(key)) return [];
    reported.add(key);
    return [problem];
  }

  function outOfPlace(type: string, why: string, line: number): FeedItem[] {
    return once(`${type} ${why}`, feedProblem('not-a-message', `A ${type} event ${why}; ignored.`, line));
  }

  function openMessage(): OpenMessage {
    return (message ??= { blocks: new Map(), stopReason: undefined, lastBlockIsCall: false });
  }

  function breakOff(): FeedItem[] {
    if (message === undefined) return [];
    const { blocks, stopReason } = message;
    let { lastBlockIsCall } = message;
    const items: FeedItem[] = [];
    for (const block of blocks.values()) {
      lastBlockIsCall = block.kind === 'call';
      if (block.kind === 'call') items.push(unclosedCall(block));
    }
    message = undefined;
    return [...items, { type: 'message-end', stopReason, lastBlockIsCall }];
  }

  function startMessage(line: number): FeedItem[] {
    const items: FeedItem[] = [];
    if (message !== undefined) {
      const text = 'A new message starts before the last one has ended; what was open is refused.';
      items.push(feedProblem('stream-cut', text, line), ...breakOff());
    }
    openMessage();
    return items;
  }

  function startContentBlock(event: object, line: number): FeedItem[] {
    const index = getOwn(event, 'index');
    const content = getOwn(event, 'content_block');
    if (typeof index !== 'number' || !isJsonObject(content)) {
      return outOfPlace('content_block_start', 'has no index or no content_block', line);
    }
    const { blocks } = openMessage();
    const earlier = blocks.get(index);
    blocks.delete(index);
    blocks.set(index, startBlock(content));
    if (earlier === undefined) return [];
    const problem = feedProblem(
      'stream-cut',
      `Content block ${index} starts again before it has stopped.`,
      line,
    );
    return earlier.kind === 'call' ? [problem, unclosedCall(earlier)] : [problem];
  }

  function blockOf(
    event: object,
  ): { index: number; block: ContentBlockState; message: OpenMessage } | undefined {
    const index = getOwn(event, 'index');
    if (message === undefined || typeof index !== 'number') return undefined;
    const block = message.blocks.get(index);
    return block && { index, block, message };
  }

  function addDelta(event: object, line: number): FeedItem[] {
    const found = blockOf(event);
    if (found === undefined) return outOfPlace('content_block_delta', 'belongs to no open block', line);
    const { block } = found;
    if (block.kind === 'other' || block.isDamaged) return [];
    const delta = getOwn(event, 'delta');
    const piece = isJsonObject(delta) ? getOwn(delta, 'partial_json') : undefined;
    if (typeof piece !== 'string') {
      block.isDamaged = true;
      return outOfPlace('content_block_delta', 'of a tool_use block has no partial_json text', line);
    }
    if (block.text.length + piece.length > maxInputChars) {
      block.isDamaged = true;
      block.text = '';
      const text = `The input of a call is longer than ${maxInputChars} characters; the call is refused.`;
      return [feedProblem('line-too-long', text, line)];
    }
    block.text += piece;
    return [];
  }

  function stopContentBlock(event: object, line: number): FeedItem[] {
    const found = blockOf(event);
    if (found === undefined) return outOfPlace('content_block_stop', 'belongs to no open block', line);
    found.message.blocks.delete(found.index);
    found.message.lastBlockIsCall = found.block.kind === 'call';
    return found.block.kind === 'call' ? [closedCall(found.block)] : [];
  }

  function takeStopReason(event: object, line: number): FeedItem[] {
    if (message === undefined) return outOfPlace('message_delta', 'belongs to no open message', line);
    const delta = getOwn(event, 'delta');
    const stopReason = isJsonObject(delta) ? getOwn(delta, 'stop_reason') : undefined;
    if (typeof stopReason === 'string') message.stopReason = stopReason;
    return [];
  }

  function stopMessage(line: number): FeedItem[] {
    if (message === undefined) return outOfPlace('message_stop', 'belongs to no open message', line);
    const isWhole = message.blocks.size === 0;
    const text = 'The message stops while a content block is open; calls that were not closed are refused.';
    return isWhole ? breakOff() : [feedProblem('stream-cut', text, line), ...breakOff()];
  }

  return {
    get hasOpenMessage() {
      return message !== undefined;
    },
    accept(type, event, line) {
      switch (type) {
        case 'message_start':
          return startMessage(line);
        case 'content_block_start':
          return startContentBlock(event, line);
        case 'content_block_delta':
          return addDelta(event, line);
        case 'content_block_stop':
          return stopContentBlock(event, line);
        case 'message_delta':
          return takeStopReason(event, line);
        case 'message_stop':
          return stopMessage(line);
        case 'ping':
          return [];
        case 'error':
          return [feedProblem('stream-error', apiErrorText(event), line), ...breakOff()];
        default: {
          const text = `The event type ${JSON.stringify(type.slice(0, 80))} is not known; such events are ignored.`;
          return once(`unknown ${type}`, feedProblem('unknown-event', text, line));
        }
      }
    },
    loseEvent() {
      for (const block of message?.blocks.values() ?? []) {
        if (block.kind === 'call') block.isDamaged = true;
      }
    },
    breakOff,
  };
}

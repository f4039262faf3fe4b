import {
  isJsonObject,
  type AssistantBlock,
  type BlockDelta,
  type JsonObject,
  type ModelEvent,
} from '@sluice/core';
import { UNREPORTED_FIELDS } from './unreported-fields.ts';
import { messageUsage, usageForClient } from './usage-for-client.ts';

/** Converts model streams to events of the Messages API, whatever API they came from. */
interface StreamEvents {
  /** @param id of the message */
  take(event: ModelEvent, id: string): readonly object[];
}

interface SentBlock {
  readonly index: number;
  /** Text of a text block, or JSON text of a call's input, sent in deltas so far. */
  sent: string;
}

/**
 * Every message that has started is ended, even if it failed or was interrupted (its `stop_reason` is null): clients
 * that assemble messages reject a second start. Blocks are numbered in the order they start.
 */
export function createStreamEvents(): StreamEvents {
  let open: Map<number, SentBlock> | undefined;
  let count = 0;

  function stop(): readonly object[] {
    const stops = [...(open?.values() ?? [])].map(({ index }) => ({ type: 'content_block_stop', index }));
    open = undefined;
    return stops;
  }

  function end(stopReason: string | null, usage: JsonObject): readonly object[] {
    if (open === undefined) return [];
    const delta = { stop_reason: stopReason, stop_sequence: null };
    return [...stop(), { type: 'message_delta', delta, usage }, { type: 'message_stop' }];
  }

  return {
    take(event, id) {
      switch (event.type) {
        case 'message-start': {
          const before = end(null, NO_USAGE);
          open = new Map();
          count = 0;
          return [...before, messageStart(event, id)];
        }
        case 'block-start': {
          const block = startOf(event.block);
          if (open === undefined || block === undefined) return [];
          open.set(event.index, { index: count, sent: '' });
          count += 1;
          return [{ type: 'content_block_start', index: count - 1, content_block: block }];
        }
        case 'block-delta': {
          const block = open?.get(event.index);
          const delta = deltaOf(event.delta);
          if (block === undefined || delta === undefined) return [];
          block.sent += textOf(event.delta);
          return [{ type: 'content_block_delta', index: block.index, delta }];
        }
        case 'block-stop':
        case 'block-cut': {
          const block = open?.get(event.index);
          if (block === undefined) return [];
          open?.delete(event.index);
          const { index } = block;
          const rest = event.type === 'block-stop' ? restOf(event.block, block.sent) : undefined;
          const unsent = rest === undefined ? [] : [{ type: 'content_block_delta', index, delta: rest }];
          return [...unsent, { type: 'content_block_stop', index }];
        }
        case 'message-end':
          return end(event.stopReason, usageForClient(event.usage));
        case 'failed':
          return end(null, NO_USAGE);
        case 'retry':
        case 'problem':
          return [];
        default:
          return event satisfies never;
      }
    },
  };
}

const NO_USAGE: JsonObject = { output_tokens: 0 };

function messageStart({ model, usage }: Extract<ModelEvent, { type: 'message-start' }>, id: string): object {
  return {
    type: 'message_start',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: model ?? '',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: messageUsage(usage),
      ...UNREPORTED_FIELDS,
    },
  };
}

/** Undefined: the Messages API has no such block. */
function startOf(block: AssistantBlock): AssistantBlock | JsonObject | undefined {
  if (block.type !== 'opaque') return block;
  if (block.api === 'anthropic') return block.block;
  return block.kind === 'thinking' ? { type: 'thinking', thinking: '', signature: '' } : undefined;
}

function deltaOf(delta: BlockDelta): object | undefined {
  switch (delta.type) {
    case 'text':
      return { type: 'text_delta', text: delta.text };
    case 'thinking':
      return { type: 'thinking_delta', thinking: delta.text };
    case 'input':
      return { type: 'input_json_delta', partial_json: delta.json };
    case 'opaque':
      return isJsonObject(delta.delta) && typeof delta.delta['type'] === 'string' ? delta.delta : undefined;
    default:
      return delta satisfies never;
  }
}

function textOf(delta: BlockDelta): string {
  return delta.type === 'text' ? delta.text : delta.type === 'input' ? delta.json : '';
}

/** A response that arrived complete, or an input that arrived at the end, had no deltas. */
function restOf(block: AssistantBlock, sent: string): object | undefined {
  if (block.type === 'text' && block.text.length > sent.length && block.text.startsWith(sent))
    return { type: 'text_delta', text: block.text.slice(sent.length) };
  if (block.type === 'tool_use' && sent === '' && Object.keys(block.input).length > 0)
    return { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  return undefined;
}

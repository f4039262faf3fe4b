import { isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';

/**
 * Puts the events of the Messages API together as its clients do, and throws where they would: each message begins once and
 * ends, blocks begin in order, deltas fit the block that they are for.
 */
export function readStream(events: readonly JsonObject[]): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  let message: { head: JsonObject; content: Block[]; stopReason: JsonValue; hasEnd: boolean } | undefined;
  for (const event of events) {
    const type = event['type'];
    const fail = (why: string): never => {
      throw new Error(`${why}: ${JSON.stringify(event)}`);
    };
    if (type === 'message_start') {
      if (message !== undefined) fail('a message begins in another');
      const head = objectAt(event, 'message');
      if (head['role'] !== 'assistant' || typeof head['id'] !== 'string') fail('no head of a message');
      message = { head, content: [], stopReason: null, hasEnd: false };
      continue;
    }
    if (message === undefined) throw new Error(`outside of a message: ${JSON.stringify(event)}`);
    const { content } = message;
    if (message.hasEnd && type !== 'message_stop') fail('after the end of the message');
    const block = typeof event['index'] === 'number' ? content[event['index']] : undefined;
    switch (type) {
      case 'content_block_start':
        if (event['index'] !== content.length) fail('not the next index');
        content.push({ fields: { ...objectAt(event, 'content_block') }, json: '', isOpen: true });
        break;
      case 'content_block_delta':
        if (block?.isOpen !== true) throw new Error(`no open block: ${JSON.stringify(event)}`);
        addDelta(block, objectAt(event, 'delta'));
        break;
      case 'content_block_stop':
        if (block?.isOpen !== true) throw new Error(`no open block: ${JSON.stringify(event)}`);
        block.isOpen = false;
        if (block.json !== '' && isWhole(block.json)) block.fields['input'] = JSON.parse(block.json);
        break;
      case 'message_delta':
        if (content.some(({ isOpen }) => isOpen)) fail('a block is still open');
        message.stopReason = objectAt(event, 'delta')['stop_reason'] ?? null;
        message.hasEnd = true;
        break;
      case 'message_stop':
        if (!message.hasEnd) fail('no message_delta before it');
        messages.push({
          id: message.head['id'] ?? null,
          content: content.map(({ fields }) => fields),
          stop_reason: message.stopReason,
        });
        message = undefined;
        break;
      default:
        fail('no event of the Messages API');
    }
  }
  if (message !== undefined) throw new Error('the last message has no end');
  return messages;
}

interface Block {
  readonly fields: Record<string, JsonValue | undefined>;
  json: string;
  isOpen: boolean;
}

/** Of each kind of delta the block's type, and its field that grows. */
const DELTAS = new Map<string, readonly [type: string, field: string]>([
  ['text_delta', ['text', 'text']],
  ['thinking_delta', ['thinking', 'thinking']],
  ['signature_delta', ['thinking', 'signature']],
]);

function addDelta(block: Block, delta: JsonObject): void {
  const { fields } = block;
  if (delta['type'] === 'input_json_delta' && fields['type'] === 'tool_use') {
    block.json += textOf(delta['partial_json']);
    return;
  }
  const [type, field] = DELTAS.get(textOf(delta['type'])) ?? [];
  if (type === undefined || fields['type'] !== type || typeof delta[field ?? ''] !== 'string')
    throw new Error(`a delta that does not fit ${textOf(fields['type'])}: ${JSON.stringify(delta)}`);
  if (field !== undefined) fields[field] = textOf(fields[field]) + textOf(delta[field]);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  if (!isJsonObject(found)) throw new Error(`no ${key}: ${JSON.stringify(value)}`);
  return found;
}

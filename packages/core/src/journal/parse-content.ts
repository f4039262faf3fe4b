import type { HeldContent } from '../result/content.ts';
import { getOwn, isJsonObject, type JsonObject } from '../data/json.ts';
import type { ContentBlock, DocumentBlock, LinkedFileBlock } from '../data/content.ts';

/** Content of a `tool_result` from its JSON text; undefined if it isn't valid. */
export function parseContent(text: string | undefined): HeldContent | undefined {
  return parseBlocks(text, isBlock);
}

/** Content of a user message from its JSON text; undefined if it isn't valid. */
export function parseSaid(text: string | undefined): string | readonly SaidBlock[] | undefined {
  return parseBlocks(
    text,
    (value): value is SaidBlock => isBlock(value) || isDocument(value) || isLinkedFile(value),
  );
}

type SaidBlock = ContentBlock | DocumentBlock | LinkedFileBlock;

function parseBlocks<Block>(
  text: string | undefined,
  isValid: (value: unknown) => value is Block,
): string | readonly Block[] | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((item: unknown) => isValid(item)) ? value : undefined;
}

/** A PDF document in base64: no other kind reaches a conversation. */
export function isDocument(value: unknown): value is DocumentBlock {
  const source = isJsonObject(value) && value['type'] === 'document' ? getOwn(value, 'source') : undefined;
  return (
    isJsonObject(source) &&
    getOwn(source, 'type') === 'base64' &&
    getOwn(source, 'media_type') === 'application/pdf' &&
    typeof getOwn(source, 'data') === 'string'
  );
}

export function isLinkedFile(value: unknown): value is LinkedFileBlock {
  if (!isJsonObject(value) || value['type'] !== 'linked_file') return false;
  const kind = getOwn(value, 'kind');
  const title = getOwn(value, 'title');
  return (
    (kind === 'image' || kind === 'document') &&
    typeof getOwn(value, 'url') === 'string' &&
    (title === undefined || typeof title === 'string')
  );
}

function isBlock(value: unknown): value is ContentBlock {
  if (!isJsonObject(value)) return false;
  if (value['type'] === 'text') return typeof getOwn(value, 'text') === 'string';
  if (value['type'] === 'tool_reference') return isToolReference(value);
  return value['type'] === 'image' && isJsonObject(getOwn(value, 'source'));
}

function isToolReference(value: JsonObject): boolean {
  return (
    typeof getOwn(value, 'tool_name') === 'string' &&
    typeof getOwn(value, 'description') === 'string' &&
    [undefined, true].some((one) => one === getOwn(value, 'is_added')) &&
    isJsonObject(getOwn(value, 'input_schema'))
  );
}

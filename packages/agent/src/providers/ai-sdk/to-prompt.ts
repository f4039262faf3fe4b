import { present, presentItems } from '@sluice/base';
import { textOf, toolReferenceText } from '@sluice/core';
import type {
  AssistantBlock,
  ContentBlock,
  DocumentBlock,
  ImageBlock,
  JsonObject,
  ModelRequest,
  ToolResultBlock,
  UserBlock,
} from '@sluice/core';
import type { PromptMessage, SpecificationVersion } from './language-model.ts';
import { linkAsText } from '../../wire/sendable-blocks.ts';
import { readOpaqueBlock } from './opaque-part.ts';

/** Converts the conversation to an AI SDK prompt. Results carry the tool names of their calls. */
export function toPrompt(
  { system, messages }: ModelRequest,
  api: string,
  version: SpecificationVersion,
): readonly PromptMessage[] {
  const prompt: PromptMessage[] = [];
  const instructions = system.filter((text) => text !== '').join('\n\n');
  if (instructions !== '') prompt.push({ role: 'system', content: instructions });
  const toolNames = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'user') {
      prompt.push(...userMessages(message.content, toolNames, version));
      continue;
    }
    for (const block of message.content) {
      if (block.type === 'tool_use') toolNames.set(block.id, block.name);
    }
    const content = assistantParts(message.content, api);
    if (content.length > 0) prompt.push({ role: 'assistant', content });
  }
  return prompt;
}

/** Results are separate messages, before what the user adds. */
function userMessages(
  blocks: readonly UserBlock[],
  toolNames: ReadonlyMap<string, string>,
  version: SpecificationVersion,
): PromptMessage[] {
  const results: JsonObject[] = [];
  const rest: JsonObject[] = [];
  for (const block of blocks) {
    if (block.type === 'tool_result') results.push(resultPart(block, toolNames, version));
    else if (block.type === 'image') rest.push(filePart(block, version));
    else if (block.type === 'document')
      rest.push({ ...filePart(block, version), ...present({ filename: block.title }) });
    else if (block.type === 'linked_file') rest.push({ type: 'text', text: linkAsText(block) });
    else if (block.type === 'tool_reference') rest.push({ type: 'text', text: toolReferenceText(block) });
    else if (block.text !== '') rest.push({ type: 'text', text: block.text });
  }
  return presentItems([
    results.length > 0 ? { role: 'tool' as const, content: results } : undefined,
    rest.length > 0 ? { role: 'user' as const, content: rest } : undefined,
  ]);
}

function resultPart(
  { tool_use_id: toolCallId, content, is_error: isError }: ToolResultBlock,
  toolNames: ReadonlyMap<string, string>,
  version: SpecificationVersion,
): JsonObject {
  const toolName = toolNames.get(toolCallId) ?? 'unknown';
  return { type: 'tool-result', toolCallId, toolName, output: outputOf(content, isError, version) };
}

function outputOf(
  content: ToolResultBlock['content'],
  isError: boolean,
  version: SpecificationVersion,
): JsonObject {
  if (typeof content === 'string') return textOutput(content, isError);
  if (content.every(({ type }) => type !== 'image')) return textOutput(textOf(content), isError);
  return { type: 'content', value: content.map((block) => contentPart(block, version)) };
}

function textOutput(value: string, isError: boolean): JsonObject {
  return { type: isError ? 'error-text' : 'text', value };
}

function contentPart(block: ContentBlock, version: SpecificationVersion): JsonObject {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'tool_reference') return { type: 'text', text: toolReferenceText(block) };
  const { data, media_type: mediaType } = block.source;
  switch (version) {
    case 'v2':
      return { type: 'media', data, mediaType };
    case 'v3':
      return { type: 'image-data', data, mediaType };
    case 'v4':
      return { type: 'file', data: { type: 'data', data }, mediaType };
    default:
      return version satisfies never;
  }
}

function filePart({ source }: ImageBlock | DocumentBlock, version: SpecificationVersion): JsonObject {
  const data = version === 'v4' ? { type: 'data', data: source.data } : source.data;
  return { type: 'file', mediaType: source.media_type, data };
}

function assistantParts(blocks: readonly AssistantBlock[], api: string): JsonObject[] {
  const parts: JsonObject[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case 'text':
        if (block.text !== '') parts.push({ type: 'text', text: block.text });
        break;
      case 'tool_use':
        parts.push({ type: 'tool-call', toolCallId: block.id, toolName: block.name, input: block.input });
        break;
      case 'opaque': {
        const opaque = block.api === api ? readOpaqueBlock(block.block) : undefined;
        if (opaque?.type === 'part') parts.push(opaque.part);
        else if (opaque !== undefined) addOptions(parts, opaque.callId, opaque.providerOptions);
        break;
      }
      default:
        block satisfies never;
    }
  }
  return parts;
}

/** Metadata follows the text or call that it belongs to. */
function addOptions(parts: JsonObject[], callId: string | undefined, providerOptions: JsonObject): void {
  const index = parts.findLastIndex((part) =>
    callId === undefined ? part['type'] === 'text' : part['toolCallId'] === callId,
  );
  const part = parts[index];
  if (part !== undefined) parts[index] = { ...part, providerOptions };
}

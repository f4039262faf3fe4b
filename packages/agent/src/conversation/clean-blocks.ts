import { present } from '@sluice/base';
import {
  type AssistantBlock,
  type ContentBlock,
  type DocumentBlock,
  type ImageBlock,
  type LinkedFileBlock,
  type TextBlock,
  textOf,
  type ToolReferenceBlock,
  type ToolResultBlock,
  type UserBlock,
} from '@sluice/core';
import type { Origin } from './origin.ts';
import { markedText, type Speaker } from './marked-text.ts';

/** What a user message may hold after its tool results. */
export type SpokenBlock = TextBlock | ImageBlock | DocumentBlock | LinkedFileBlock | ToolReferenceBlock;

/** APIs reject blank text blocks and lone surrogates. */
export function textBlocks(text: string): readonly TextBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

/** Content from the user, a hook, or the program. A result that answers no call becomes text from a tool. */
export function cleanUserBlocks(blocks: readonly UserBlock[]): readonly SpokenBlock[] {
  return blocks.flatMap((block): readonly SpokenBlock[] => {
    if (block.type === 'text') return textBlocks(block.text);
    if (block.type === 'tool_reference') return [cleanReference(block)];
    if (block.type === 'document') return [cleanDocument(block)];
    if (block.type === 'linked_file') return [cleanLink(block)];
    return block.type === 'image' ? [cleanImage(block)] : markedBlocks(textOf(block.content), 'tool');
  });
}

/** The block as the model sees it: content that is not from the user is marked. */
export function spokenBlock(block: SpokenBlock, speaker: Origin | Speaker, toolName?: string): SpokenBlock {
  return block.type === 'text' && speaker !== 'person'
    ? { type: 'text', text: markedText(block.text, speaker, toolName) }
    : block;
}

function markedBlocks(text: string, speaker: Speaker): readonly SpokenBlock[] {
  return textBlocks(text).map((block) => spokenBlock(block, speaker));
}

/** An assistant block that is not a call. Blocks that only their own API understands are unchanged. */
export function cleanAssistantBlock(
  block: Exclude<AssistantBlock, { type: 'tool_use' }>,
): readonly AssistantBlock[] {
  if (block.type === 'text') return textBlocks(block.text);
  const { type, api, kind, block: own } = block;
  return [{ type, api, kind, block: own }];
}

export function cleanResult({ tool_use_id, content, is_error }: ToolResultBlock): ToolResultBlock {
  return { type: 'tool_result', tool_use_id, content: cleanContent(content), is_error };
}

function cleanContent(content: ToolResultBlock['content']): ToolResultBlock['content'] {
  if (typeof content === 'string') return content.toWellFormed();
  return content.flatMap((block): readonly ContentBlock[] => {
    if (block.type === 'text') return textBlocks(block.text);
    return [block.type === 'image' ? cleanImage(block) : cleanReference(block)];
  });
}

function cleanReference({
  tool_name: name,
  description,
  input_schema: schema,
  is_added: isAdded,
}: ToolReferenceBlock): ToolReferenceBlock {
  return {
    type: 'tool_reference',
    tool_name: name,
    description: description.toWellFormed(),
    input_schema: schema,
    ...present({ is_added: isAdded === true ? isAdded : undefined }),
  };
}

function cleanImage({ source }: ImageBlock): ImageBlock {
  return { type: 'image', source: { type: 'base64', media_type: source.media_type, data: source.data } };
}

function cleanLink({ type, kind, url, title }: LinkedFileBlock): LinkedFileBlock {
  return { type, kind, url: url.toWellFormed(), ...present({ title: title?.toWellFormed() }) };
}

function cleanDocument({ source, title }: DocumentBlock): DocumentBlock {
  return {
    type: 'document',
    source: { type: 'base64', media_type: source.media_type, data: source.data },
    ...present({ title: title?.toWellFormed() }),
  };
}

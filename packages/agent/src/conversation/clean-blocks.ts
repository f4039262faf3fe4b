import {
  type AssistantBlock,
  type ContentBlock,
  type ImageBlock,
  type TextBlock,
  textOf,
  type ToolReferenceBlock,
  type ToolResultBlock,
  type UserBlock,
} from '@sluice/core';
import type { Origin } from './origin.ts';
import { markedText, type Speaker } from './marked-text.ts';

/** What a user's message may hold after its results. */
export type SpokenBlock = TextBlock | ImageBlock | ToolReferenceBlock;

/** No API takes a text block that is blank, or a character that is cut in two. */
export function textBlocks(text: string): readonly TextBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

/** What a person, a hook or a program says. A result that answers no call is told as text: that of a tool. */
export function cleanUserBlocks(blocks: readonly UserBlock[]): readonly SpokenBlock[] {
  return blocks.flatMap((block): readonly SpokenBlock[] => {
    if (block.type === 'text') return textBlocks(block.text);
    if (block.type === 'tool_reference') return [cleanReference(block)];
    return block.type === 'image' ? [cleanImage(block)] : markedBlocks(textOf(block.content), 'tool');
  });
}

/** As the model gets it: what no person has said is marked. */
export function spokenBlock(block: SpokenBlock, speaker: Origin | Speaker, toolName?: string): SpokenBlock {
  return block.type === 'text' && speaker !== 'person'
    ? { type: 'text', text: markedText(block.text, speaker, toolName) }
    : block;
}

function markedBlocks(text: string, speaker: Speaker): readonly SpokenBlock[] {
  return textBlocks(text).map((block) => spokenBlock(block, speaker));
}

/** A block of a model's that is no call. What only its own API understands stays as it came. */
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

export function cleanContent(content: ToolResultBlock['content']): ToolResultBlock['content'] {
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
}: ToolReferenceBlock): ToolReferenceBlock {
  return {
    type: 'tool_reference',
    tool_name: name,
    description: description.toWellFormed(),
    input_schema: schema,
  };
}

function cleanImage({ source }: ImageBlock): ImageBlock {
  return { type: 'image', source: { type: 'base64', media_type: source.media_type, data: source.data } };
}

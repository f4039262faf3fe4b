import type { AssistantBlock, ContentBlock, ImageBlock, TextBlock, ToolResultBlock } from '@sluice/core';
import { textOf, type UserBlock } from '@sluice/core';

/** What a user's message may hold after its results. */
export type SpokenBlock = TextBlock | ImageBlock;

/** No API takes a text block that is blank, or a character that is cut in two. */
export function textBlocks(text: string): readonly TextBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.toWellFormed() }];
}

/** What a person, a hook or a program says. A result that answers no call is told as text. */
export function cleanUserBlocks(blocks: readonly UserBlock[]): readonly SpokenBlock[] {
  return blocks.flatMap((block): readonly SpokenBlock[] => {
    if (block.type === 'text') return textBlocks(block.text);
    return block.type === 'image' ? [cleanImage(block)] : textBlocks(textOf(block.content));
  });
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
  return content.flatMap((block): readonly ContentBlock[] =>
    block.type === 'text' ? textBlocks(block.text) : [cleanImage(block)],
  );
}

function cleanImage({ source }: ImageBlock): ImageBlock {
  return { type: 'image', source: { type: 'base64', media_type: source.media_type, data: source.data } };
}

import type { CallResult, ImageBlock, TextBlock } from '@sluice/core';
import { blockText } from './to-text.ts';

/** The content of a `tool_result` block of the Messages API. */
export function toAnthropicContent({ content }: Pick<CallResult, 'content'>): (TextBlock | ImageBlock)[] {
  return content.map((block) => (block.type === 'image' ? block : { type: 'text', text: blockText(block) }));
}

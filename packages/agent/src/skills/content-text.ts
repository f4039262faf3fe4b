import type { ContentBlock, ModelContent } from '@sluice/core';

/** The text of a result; what is not text appears as its type in brackets. */
export function contentText(content: ModelContent | undefined): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return content;
  if ('head' in content) return content.head;
  const blocks: readonly ContentBlock[] = content;
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

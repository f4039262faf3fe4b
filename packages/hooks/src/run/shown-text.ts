import type { ContentBlock } from '@sluice/core';

/** A result as the model sees it, without images. */
export function shownText(content: string | readonly ContentBlock[]): string {
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

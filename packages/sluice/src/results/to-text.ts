import type { CallResult, ContentBlock } from '@sluice/core';

/** The text of a result; an image becomes a note. */
export function toText({ content }: Pick<CallResult, 'content'>): string {
  return content.map(blockText).join('\n');
}

export function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `(an image, ${block.source.media_type})`;
    case 'tool_reference':
      return `The tool ${block.tool_name} can be called now.`;
    default:
      return block satisfies never;
  }
}

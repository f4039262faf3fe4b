import { presentItems } from '@sluice/base';
import { escapeMark, type ContentBlock } from '@sluice/core';
import { repeatsContent } from './repeats-content.ts';
import type { McpToolOutput, OutputItem } from './tool-output.ts';

/** What a model gets of a result: everything but what it could not read, and nothing twice. */
export function outputToModel({ content, structuredContent, note }: McpToolOutput): readonly ContentBlock[] {
  const isNew = structuredContent !== undefined && !repeatsContent(structuredContent, content);
  const texts = presentItems([isNew ? JSON.stringify(structuredContent) : undefined, note]);
  const blocks = [
    ...content.flatMap(toBlocks),
    ...texts.map((text): ContentBlock => ({ type: 'text', text })),
  ];
  return blocks.map((block) => (block.type === 'text' ? { ...block, text: escapeMark(block.text) } : block));
}

function toBlocks(item: OutputItem): readonly ContentBlock[] {
  const block = toBlock(item);
  if (item.type !== 'image' || item.note === undefined) return [block];
  return [block, { type: 'text', text: `[${item.note}]` }];
}

function toBlock(item: OutputItem): ContentBlock {
  switch (item.type) {
    case 'text':
      return { type: 'text', text: item.text };
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: item.mimeType, data: item.data } };
    case 'resource':
      return { type: 'text', text: `Resource ${item.uri}:\n${item.text}` };
    case 'resource_link': {
      const name = item.name === undefined ? '' : ` (${item.name})`;
      const about = item.description === undefined ? '' : `: ${item.description}`;
      return { type: 'text', text: `Resource link ${item.uri}${name}${about}` };
    }
    case 'file': {
      const what = [item.kind, item.mimeType, item.uri].filter((part) => part !== undefined).join(', ');
      const where =
        item.path === undefined ? `could not be saved: ${item.problem ?? ''}` : `saved to ${item.path}`;
      const why = item.reason === undefined ? '' : `, not shown: ${item.reason}`;
      return { type: 'text', text: `[${what}, ${item.bytes} bytes, ${where}${why}]` };
    }
    default:
      return item satisfies never;
  }
}

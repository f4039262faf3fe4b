import type { CallResult } from '@sluice/core';
import { blockText } from './to-text.ts';

/** The result of a tool of an MCP server (`tools/call`). */
export interface McpResult {
  content: ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[];
  isError: boolean;
}

/** Text as text, images as images, errors as errors. */
export function toMcp({ content, isError }: Pick<CallResult, 'content' | 'isError'>): McpResult {
  return {
    content: content.map((block) => {
      if (block.type !== 'image') return { type: 'text', text: blockText(block) };
      return { type: 'image', data: block.source.data, mimeType: block.source.media_type };
    }),
    isError,
  };
}

import type { CallToolResult, ContentBlock as McpBlock } from '@modelcontextprotocol/server';
import { getOwn, textOf, type ContentBlock } from '@sluice/core';

/** Blocks for a model as the protocol has them. */
export function mcpContent(content: string | readonly ContentBlock[]): McpBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((block) =>
    block.type !== 'image'
      ? { type: 'text', text: textOf([block]) }
      : { type: 'image', data: block.source.data, mimeType: block.source.media_type },
  );
}

/**
 * The client view of a tool that declares `annotations: { mcpResult: true }` is the result that a client of Sluice gets,
 * with blocks that no model API knows, such as audio. Undefined: this is none.
 */
export function mcpResultView(
  annotations: object,
  clientView: unknown,
): Pick<CallToolResult, 'content' | 'structuredContent'> | undefined {
  if (getOwn(annotations, 'mcpResult') !== true) return undefined;
  return isResultView(clientView) ? clientView : undefined;
}

function isResultView(view: unknown): view is Pick<CallToolResult, 'content' | 'structuredContent'> {
  return typeof view === 'object' && view !== null && Array.isArray(getOwn(view, 'content'));
}

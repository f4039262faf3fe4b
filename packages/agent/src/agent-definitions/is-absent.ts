import type { ToolPool } from '@sluice/core';
import { mentionsTool } from './mentions-tool.ts';
import { LISTED_TOOLS } from './select-tools.ts';

/**
 * Whether an item of a list of tools names a built-in tool that a session doesn't have, such as WebSearch without a search service. Tools of
 * MCP servers and of the program may join later.
 */
export function isAbsent(item: string, pool: Pick<ToolPool, 'tools'>): boolean {
  const [name = ''] = item.split('(', 1);
  return LISTED_TOOLS.has(name) && !pool.tools.some((tool) => mentionsTool(item, tool));
}

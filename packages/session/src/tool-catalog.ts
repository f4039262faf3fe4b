import type { AnyTool } from '@sluice/core';

/**
 * The tools of a session, as far as they are known. Rules and hooks look names up here; the tools themselves are opened
 * later, because they need both.
 */
export interface ToolCatalog {
  tools(): readonly AnyTool[];
  fill(tools: readonly AnyTool[]): void;
}

export function createToolCatalog(): ToolCatalog {
  let known: readonly AnyTool[] = [];
  return {
    tools: () => known,
    fill: (tools) => void (known = tools),
  };
}

import type { AnyTool, ToolPool } from '@sluice/core';

/**
 * The tools of a session, as far as they are known. Rules and hooks look names up here; the tools themselves are opened
 * later, because they need both. What joins the pool after that is known here at once.
 */
export interface ToolCatalog {
  tools(): readonly AnyTool[];
  connect(pool: Pick<ToolPool, 'tools'>): void;
}

export function createToolCatalog(): ToolCatalog {
  let pool: Pick<ToolPool, 'tools'> = { tools: [] };
  return {
    tools: () => pool.tools,
    connect: (opened) => void (pool = opened),
  };
}

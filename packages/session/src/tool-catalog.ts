import type { AnyTool, ToolPool } from '@sluice/core';

/**
 * The known tools of a session. Rules and hooks look up names here, since the tools themselves are opened
 * later and need both. Tools that join the pool afterwards appear here immediately.
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

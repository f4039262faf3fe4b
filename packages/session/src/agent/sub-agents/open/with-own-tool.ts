import { FilteredPool, isFork, type AgentDefinition } from '@sluice/agent';
import type { AnyTool, ToolPool } from '@sluice/core';
import { withForkTool } from './fork.ts';

/** The pool of an agent with a tool of its own. */
export function withOwn(pool: ToolPool, tool: AnyTool | undefined): ToolPool {
  return tool === undefined ? pool : new FilteredPool(pool, () => true, [tool]);
}

/** The pool with the tool that hands an agent's plan over. A fork lists the original's tools. */
export function withPlanTool(
  pool: ToolPool,
  type: AgentDefinition | undefined,
  tool: AnyTool | undefined,
): ToolPool {
  return type !== undefined && isFork(type) && tool !== undefined
    ? withForkTool(pool, tool)
    : withOwn(pool, tool);
}

import type { AnyTool, SourceChange, ToolPool } from '@sluice/core';

/** A pool that hands on what each source offers. */
export function takingPool(
  take: (tools: readonly AnyTool[], source: string) => void,
): Pick<ToolPool, 'update' | 'updateAll'> {
  return {
    update: (source, tools) => take(tools, source),
    updateAll(changes: readonly SourceChange[]) {
      for (const { source, tools } of changes) take(tools, source);
    },
  };
}

import type { AnyTool, SourceChange, ToolPool } from '@sluice/core';

/** Takes what servers offer, without the checks of a session's pool. */
export function collectTools(): {
  readonly pool: Pick<ToolPool, 'update' | 'updateAll'>;
  /** By source, such as `mcp:<server>`. */
  readonly tools: ReadonlyMap<string, readonly AnyTool[]>;
} {
  const tools = new Map<string, readonly AnyTool[]>();
  const take = (source: string, given: readonly AnyTool[]): void => void tools.set(source, given);
  const updateAll = (changes: readonly SourceChange[]): void => {
    for (const change of changes) take(change.source, change.tools);
  };
  return { pool: { update: take, updateAll }, tools };
}

import { createToolIndex, entryOf, modelTool, type ModelTool, type ToolEntry } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';

/** For `toolSearch({ search })` of AI SDK 7. */
export type SearchTools = (options: {
  readonly query: string;
  readonly tools: readonly { readonly name: string }[];
}) => string[];

/** The runtime's own way to deferred tools, which the SDK's replaces. */
const REPLACED = new Set(['ToolSearch', 'UseTool']);

export function isReplacedBySearch(name: string): boolean {
  return REPLACED.has(name);
}

/** The tools that a model finds rather than has listed, and the search that ranks them. */
export async function deferredTools({ pool, agent }: Pick<LocalRuntime, 'pool' | 'agent'>): Promise<{
  readonly tools: readonly ModelTool[];
  readonly search: SearchTools;
}> {
  const tools: ModelTool[] = [];
  const entries: ToolEntry[] = [];
  const deferred = pool.tools.filter(
    (tool) => tool.isDeferred && pool.find(tool.name) === tool && !agent.deniesTool(tool),
  );
  const described = await Promise.all(deferred.map((tool) => modelTool(tool, { pool })));
  for (const [at, tool] of deferred.entries()) {
    const one = described[at];
    if (one === undefined) continue;
    tools.push(one);
    entries.push(entryOf(tool, one));
  }
  const index = createToolIndex();
  index.update('', entries);
  return {
    tools,
    search({ query, tools: eligible }) {
      const names = new Set(eligible.map(({ name }) => name));
      return index
        .search(query, index.size)
        .map(({ name }) => name)
        .filter((name) => names.has(name));
    },
  };
}

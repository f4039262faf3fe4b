import type { ToolHost } from '@sluice/mcp/server';
import type { LocalRuntime } from '@sluice/session';

/** A session's tools for MCP clients: without those that a rule denies as such, or that were not asked for. */
export function openToolHost(runtime: LocalRuntime, names: readonly string[] | undefined): ToolHost {
  const wanted = names && new Set(names.map((name) => runtime.pool.find(name)?.name ?? name));
  return {
    pool: runtime.pool,
    offers: (tool) => wanted?.has(tool.name) !== false && !runtime.agent.deniesTool(tool),
    openClient: () => runtime,
  };
}
